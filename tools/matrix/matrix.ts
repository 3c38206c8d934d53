// `npm run matrix`: tests the packed clients with every supported runtime, bundler and TypeScript
// version.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '../free-port.ts';
import type { PackedProject } from '../packed-project.ts';
import { startSandbox } from '../sandbox-process.ts';
import { createClientProject, matrixFolder } from './project.ts';
import type { Target } from './target.ts';

const { dependencies } = JSON.parse(readFileSync(join(matrixFolder, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

const manifestOf = (name: string): string =>
  join(matrixFolder, 'node_modules', name, 'package.json');
const installedVersion = (name: string): string | undefined =>
  existsSync(manifestOf(name))
    ? JSON.parse(readFileSync(manifestOf(name), 'utf8')).version
    : undefined;

/** Installs the runtimes and bundlers unless the pinned versions are installed. */
function install(): void {
  const isInstalled = Object.entries(dependencies).every(
    ([name, pinned]) => installedVersion(name) === pinned.split('@').at(-1),
  );
  if (isInstalled) return;
  console.log('Installing the runtimes and bundlers.');
  // The lock file omits optional packages that the registry lacks, so `npm ci` rejects the file.
  const { status } = spawnSync(
    'npm',
    ['install', '--no-save', '--prefer-offline', '--ignore-scripts'],
    { cwd: matrixFolder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  if (status !== 0)
    throw new Error(
      'The runtimes could not be installed. They require Linux on x64 and access to an npm registry.',
    );
}

async function runTargets(targets: readonly Target[]): Promise<number> {
  const pagePort = await freePort();
  const sandbox = await startSandbox('--allow-origin', `http://127.0.0.1:${pagePort}`);
  let failed = 0;
  let project: PackedProject | undefined;
  try {
    project = createClientProject();
    for (const target of targets) {
      const version = target.package === undefined ? '' : ` ${installedVersion(target.package)}`;
      const label = target.name.startsWith('Node.js') ? `Node.js${version}` : target.name + version;
      try {
        await target.run({ project, sandbox: sandbox.address, pagePort });
        console.log(`${label}: passed`);
      } catch (error) {
        failed++;
        console.log(
          `${label}: failed\n  ${String((error as Error).message).replaceAll('\n', '\n  ')}`,
        );
      }
    }
  } finally {
    sandbox.stop();
    project?.remove();
  }
  console.log(`matrix: ${targets.length - failed} passed, ${failed} failed`);
  return failed;
}

try {
  parseArgs({ options: {} });
  install();
  // These modules import packages that `install` may have installed.
  const { runtimeTargets } = await import('./runtimes.ts');
  const { bundlerTargets } = await import('./bundlers.ts');
  const { packedTests } = await import('./packed-tests.ts');
  process.exitCode =
    (await runTargets([...packedTests, ...runtimeTargets, ...bundlerTargets])) && 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
