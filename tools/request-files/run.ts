// `npm run test:requests`: runs the Postman collections with newman, and the .http files with
// httpyac, twice against a new sandbox. Installs the tools in this folder if they are missing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../sandbox-process.ts';

const here = import.meta.dirname;
const root = join(here, '../..');
const bin = (name: string): string => join(here, 'node_modules/.bin', name);

function run(file: string, args: string[], cwd = here): { status: number; output: string } {
  const env = { ...process.env, NO_COLOR: '1', HTTPYAC_DISABLE_TELEMETRY: '1' };
  const { status, stdout, stderr } = spawnSync(file, args, {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 1e8,
    shell: process.platform === 'win32',
  });
  return { status: status ?? 1, output: `${stdout}${stderr}` };
}

if (!existsSync(bin('newman')) || !existsSync(bin('httpyac'))) {
  console.log('Installing newman and httpyac.');
  const { status, output } = run('npm', ['ci', '--prefer-offline']);
  if (status !== 0) {
    console.error(`newman and httpyac could not be installed:\n${output}`);
    process.exit(1);
  }
}

const sandbox = await startSandbox();
const folder = mkdtempSync(join(tmpdir(), 'requests-'));
let [passed, failed] = [0, 0];

function check(name: string, isGood: boolean, output: string): void {
  if (isGood) passed += 1;
  else {
    failed += 1;
    console.error(`✗ ${name}\n${output}`);
  }
}

/** Copies a download with the URL of this sandbox, and returns the path of the copy. */
function localCopy(name: string, file: string): string {
  const text = readFileSync(join(root, 'docs-site/dist', name, file), 'utf8');
  const copy = join(folder, `${name}-${file}`);
  writeFileSync(copy, text.replaceAll('http://localhost:4010', sandbox.address));
  return copy;
}

function runPostman(name: string, round: number): void {
  const report = join(folder, `${name}-${round}.json`);
  const { status, output } = run(bin('newman'), [
    'run',
    localCopy(name, 'postman.json'),
    '--reporters',
    'cli,json',
    '--reporter-json-export',
    report,
  ]);
  const { stats } = JSON.parse(readFileSync(report, 'utf8')).run;
  const requests = JSON.parse(readFileSync(localCopy(name, 'postman.json'), 'utf8')).item.length;
  const isGood =
    status === 0 &&
    stats.requests.total === requests &&
    stats.assertions.total >= requests &&
    stats.assertions.failed === 0;
  check(`newman, ${name}, run ${round}`, isGood, output);
  console.log(
    `newman, ${name}, run ${round}: ${stats.assertions.total - stats.assertions.failed} of ${stats.assertions.total} assertions passed`,
  );
}

function runHttpFile(name: string, round: number): void {
  const file = localCopy(name, 'requests.http');
  const requests = readFileSync(file, 'utf8').match(/^### /gm)?.length ?? 0;
  const { output } = run(bin('httpyac'), ['send', file, '--all', '--json'], folder);
  const statuses = statusesOf(output);
  const good = statuses.filter((status) => status >= 200 && status < 300).length;
  check(`httpyac, ${name}, run ${round}`, good === requests, output);
  console.log(`httpyac, ${name}, run ${round}: ${good} of ${requests} requests succeeded`);
}

function statusesOf(output: string): number[] {
  try {
    const { requests } = JSON.parse(output.slice(output.indexOf('{'))) as {
      requests: { response?: { statusCode?: number } }[];
    };
    return requests.map(({ response }) => response?.statusCode ?? 0);
  } catch {
    return [];
  }
}

try {
  for (const name of ['lastmile', 'marketplace'])
    for (const round of [1, 2]) {
      runPostman(name, round);
      runHttpFile(name, round);
    }
} finally {
  sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`request files: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
