// `npm run interop`: runs third-party tools on both contracts. Without `--quick`, writes
// docs-site/interop-results.json.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readBundles } from './bundles.ts';
import { type Result, runStep, type Tool } from './tool.ts';

const here = import.meta.dirname;
const file = join(here, '../../docs-site/interop-results.json');

/** Parsers, linters and validators: the `dependencies` of this package, for `--quick`. */
const quick = [
  'swagger-parser',
  'readme-parser',
  'scalar-parser',
  'spectral',
  'ajv',
  'cfworker',
  'hyperjump',
  'express-openapi-validator',
];

/** Generators, the `devDependencies` of this package. */
const generators = [
  'openapi-typescript',
  'redocly',
  'hey-api',
  'orval',
  'kubb',
  'openapi-zod-client',
];

const { dependencies, devDependencies } = JSON.parse(
  readFileSync(join(here, 'package.json'), 'utf8'),
);
const versions: Record<string, string> = { ...dependencies, ...devDependencies };

const isInstalled = (name: string): boolean => {
  const file = join(here, 'node_modules', name, 'package.json');
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === versions[name];
};

function install(isQuick: boolean): void {
  const needed = Object.keys(isQuick ? dependencies : versions);
  if (needed.every(isInstalled)) return;
  console.log('Installing the tools.');
  const omit = isQuick ? ['--omit=dev'] : [];
  const { status } = spawnSync('npm', ['ci', '--prefer-offline', '--ignore-scripts', ...omit], {
    cwd: here,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    throw new Error('The tools could not be installed. Check the access to the npm registry.');
}

async function run(names: readonly string[]): Promise<Result[]> {
  const bundles = readBundles();
  const results: Result[] = [];
  for (const name of names) {
    const { tool } = (await import(`./tools/${name}.ts`)) as { tool: Tool };
    for (const step of tool.steps) {
      const result = await runStep(tool.name, versions[tool.name] ?? '', step, bundles);
      console.log(`${result.tool} ${result.version}, ${result.step}: ${result.result}`);
      if (result.note !== '') console.log(`  ${result.note}`);
      results.push(result);
    }
  }
  return results;
}

const usage = `Usage: npm run interop [-- --quick]

Run third-party tools on both contracts, and write docs-site/interop-results.json.

Options:
  --quick  Run only parsers, linters and validators, and do not write the file
  --help   Print this help

Exit codes: 0 success, 1 failure, 2 usage error`;

function readOptions(): { quick?: boolean; help?: boolean } {
  try {
    return parseArgs({ options: { quick: { type: 'boolean' }, help: { type: 'boolean' } } }).values;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}

const { quick: isQuick = false, help: isHelp = false } = readOptions();
if (isHelp) {
  console.log(usage);
  process.exit(0);
}
try {
  install(isQuick);
  const results = await run(isQuick ? quick : [...quick, ...generators]);
  if (!isQuick) writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  const failed = results.filter(({ result }) => result === 'failed').length;
  console.log(`interop: ${results.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
