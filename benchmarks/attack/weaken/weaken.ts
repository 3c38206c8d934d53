import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath } from '../../../tools/browser/chromium.ts';
import { temporaryClone } from '../../../tools/clone.mjs';
import { UsageError } from '../../shared/command.ts';
import { run, startNode } from '../../shared/processes.ts';
import { build } from '../../shared/turbo.ts';
import { type Mutation, mutate, mutations, needsBrowser, workspaceOf } from './mutations.ts';

/**
 * Applies one mutation at a time to a copy of the repository, and runs the test file that must
 * fail.
 *
 * @param ids mutations to apply; all if the array is empty. Without Chromium, mutations whose test
 * requires a browser are skipped.
 * @returns 0 if each applied mutation makes a test fail, 1 otherwise
 * @throws {UsageError} if an ID does not exist
 * @throws {Error} if a test fails without a mutation, or cannot run
 */
export async function weaken(ids: readonly string[]): Promise<number> {
  const unknown = ids.find((id) => mutations.every((mutation) => mutation.id !== id));
  if (unknown !== undefined) {
    const known = mutations.map(({ id }) => id).join(', ');
    throw new UsageError(`Unknown mutation '${unknown}'. Mutations: ${known}.`);
  }
  const hasBrowser = existsSync(chromiumPath);
  if (!hasBrowser) console.log(`Browser tests are skipped: ${chromiumPath} does not exist.\n`);
  const selected = mutations.filter(
    (mutation) =>
      (ids.length === 0 || ids.includes(mutation.id)) && (hasBrowser || !needsBrowser(mutation)),
  );
  const { folder, remove } = temporaryClone();
  let missed = 0;
  try {
    build(folder);
    for (const group of groupsOf(selected)) {
      const [failure] = await failedTests(folder, group);
      if (failure !== undefined) throw new Error(`A test fails without a mutation: ${failure}.`);
    }
    console.log('| Mutation | File | Failed test |\n|---|---|---|');
    for (const mutation of selected) {
      const [first = '**none**', ...others] = await applyAndTest(folder, mutation);
      if (first === '**none**') missed++;
      const more = others.length > 0 ? ` (and ${others.length} more)` : '';
      console.log(`| ${mutation.id} | \`${mutation.file}\` | ${first}${more} |`);
    }
  } finally {
    remove();
  }
  console.log(`\n${selected.length - missed} of ${selected.length} mutations make a test fail.`);
  return missed === 0 ? 0 : 1;
}

/** Groups mutations whose tests can run together. */
function groupsOf(selected: readonly Mutation[]): Mutation[][] {
  const groups = new Map<string, Mutation[]>();
  for (const mutation of selected) {
    const key = `${workspaceOf(mutation)} ${needsBrowser(mutation)}`;
    groups.set(key, [...(groups.get(key) ?? []), mutation]);
  }
  return [...groups.values()];
}

async function applyAndTest(folder: string, mutation: Mutation): Promise<string[]> {
  const path = join(folder, mutation.file);
  const original = readFileSync(path, 'utf8');
  writeFileSync(path, mutate(mutation, folder));
  try {
    return await failedTests(folder, [mutation]);
  } finally {
    writeFileSync(path, original);
  }
}

interface VitestReport {
  testResults: {
    name: string;
    message?: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

/**
 * Runs the test files of the mutations of one group.
 *
 * @returns the names of the failed tests
 * @throws {Error} if the tests cannot run
 */
async function failedTests(folder: string, group: readonly Mutation[]): Promise<string[]> {
  const [first] = group as [Mutation];
  const workspace = join(folder, workspaceOf(first));
  // Some tests start the built mock.
  if (existsSync(join(workspace, 'build.ts'))) run(process.execPath, ['build.ts'], workspace);
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const config = needsBrowser(first) ? ['--config', 'vitest.browser.config.ts'] : [];
  const reporter = ['--reporter=json', `--outputFile=${report}`];
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const tests = [...new Set(group.map(({ test }) => join(folder, test)))];
  const args = [vitest, 'run', '--root', workspace, ...config, ...reporter, ...tests];
  const child = startNode(args, { cwd: workspace });
  await child.exited;
  if (!existsSync(report)) throw new Error(`vitest wrote no report. ${child.output().slice(-800)}`);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  const broken = testResults.find(({ assertionResults }) => assertionResults.length === 0);
  if (broken !== undefined) throw new Error(`${broken.name} cannot run: ${broken.message}`);
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${name.split('/').at(-1)}: ${fullName.replaceAll('|', '/')}`),
  );
}
