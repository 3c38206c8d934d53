import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath } from '../../../tools/browser/chromium.ts';
import { temporaryClone } from '../../../tools/clone.mjs';
import { build } from '../../bench/lib/turbo.ts';
import { type Mutation, mutations } from './mutations.ts';

/**
 * Weakens one check after the other in a copy of the repository, and runs the tests that have to
 * notice.
 *
 * @param wished names of mutations; all where there are none
 * @returns 0 when each was noticed, 1 when one was not, 2 when a name is not known
 */
export async function weaken(wished: readonly string[]): Promise<number> {
  const unknown = wished.find((name) => mutations.every((one) => one.name !== name));
  if (unknown !== undefined) {
    console.error(
      `There is no mutation '${unknown}'. There are: ${mutations.map(({ name }) => name).join(', ')}.`,
    );
    return 2;
  }
  const hasBrowser = existsSync(chromiumPath);
  const chosen = mutations.filter(
    ({ name, inBrowser }) =>
      (wished.length === 0 || wished.includes(name)) && (hasBrowser || !inBrowser),
  );
  if (!hasBrowser)
    console.log(
      `There is no Chromium at ${chromiumPath}: what only its tests can catch is left out.\n`,
    );
  const { folder, remove } = temporaryClone();
  let missed = 0;
  try {
    build(folder);
    for (const [workspace, inBrowser] of [...new Set(chosen.map(shelfOf))].map(
      (one) => one.split(' ') as [string, string],
    )) {
      const files = new Set(
        chosen
          .filter((one) => shelfOf(one) === `${workspace} ${inBrowser}`)
          .flatMap(({ tests }) => tests),
      );
      const red = await redTests(folder, workspace, [...files], inBrowser === 'true');
      if (red.length > 0)
        throw new Error(
          `Tests are red before anything is weakened: ${red.slice(0, 3).join('; ')}.`,
        );
    }
    console.log('| Weakened | Where | Caught by |\n|---|---|---|');
    for (const mutation of chosen) {
      const red = await noticedBy(folder, mutation);
      if (red.length === 0) missed++;
      const more = red.length > 1 ? ` (and ${red.length - 1} more)` : '';
      console.log(
        `| ${mutation.name} | \`${mutation.file}\` | ${red.length === 0 ? '**nothing**' : `${red[0]}${more}`} |`,
      );
    }
  } finally {
    remove();
  }
  console.log(
    missed === 0
      ? `\nAll ${chosen.length} were caught.`
      : `\n${missed} of ${chosen.length} were not caught.`,
  );
  return missed === 0 ? 0 : 1;
}

/** Tests that run together. */
const shelfOf = ({ workspace, inBrowser = false }: Mutation): string => `${workspace} ${inBrowser}`;

/** The names of the tests that turn red. */
async function noticedBy(
  folder: string,
  { file, find, replace, workspace, tests, inBrowser }: Mutation,
): Promise<string[]> {
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, weakened(source, find, replace, file));
  try {
    return await redTests(folder, workspace, tests, inBrowser);
  } finally {
    writeFileSync(path, source);
  }
}

/** @throws {Error} where the place is not to be found exactly once, because the code has changed */
export function weakened(source: string, find: string, replace: string, file: string): string {
  const parts = source.split(find);
  if (parts.length !== 2)
    throw new Error(
      `${file}: \`${find}\` stands there ${parts.length - 1} times instead of once. Mend mutations.ts.`,
    );
  return parts.join(replace);
}

interface Report {
  testResults: {
    name: string;
    message?: string;
    status: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

async function redTests(
  folder: string,
  workspace: string,
  tests: readonly string[],
  inBrowser = false,
): Promise<string[]> {
  const at = join(folder, workspace);
  // What some tests start is the built mock. Where it cannot even be built, no weakening has been
  // shown.
  if (workspace === 'packages/mock') {
    const { code, output } = await run(at, ['build.ts']);
    if (code !== 0) throw new Error(`The weakened mock cannot be built. ${output}`);
  }
  const file = join(folder, 'report.json');
  rmSync(file, { force: true });
  const { output } = await run(at, [
    join(folder, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...(inBrowser ? ['--config', 'vitest.browser.config.ts'] : []),
    '--reporter=json',
    `--outputFile=${file}`,
    ...tests,
  ]);
  if (!existsSync(file)) throw new Error(`vitest gave no report. ${output.slice(-800)}`);
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const broken = testResults.find(({ assertionResults }) => assertionResults.length === 0);
  if (broken !== undefined) throw new Error(`${broken.name} could not be run: ${broken.message}`);
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName }) =>
          `${name.slice(name.lastIndexOf('/') + 1)}: ${fullName.replaceAll('|', '/')}`,
      ),
  );
}

async function run(
  cwd: string,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let output = '';
  let complaints = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: output === '' ? complaints : output };
}
