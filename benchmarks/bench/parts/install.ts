import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedVersions } from '../../report/machine.ts';
import { root } from '../../shared/contracts.ts';
import { run } from '../../shared/processes.ts';
import { type Part, rowsOf } from '../part.ts';

const columns = ['mock', 'prism mock'];

/** Size of an installation of the packed mock and of the Prism CLI. Requires network access. */
export const install: Part = async ({ log }) => {
  const folder = mkdtempSync(join(tmpdir(), 'delivery-api-install-'));
  try {
    log('packing the mock');
    const output = run(
      'npm',
      ['pack', '--json', '--pack-destination', folder],
      join(root, 'packages/mock'),
    );
    // Depending on the npm version, the output is an array or an object.
    const [{ filename }] = Object.values(JSON.parse(output)) as [{ filename: string }];
    const versions = installedVersions(['@delivery-api/mock', '@stoplight/prism-cli']);
    const specifiers = [
      join(folder, filename),
      `@stoplight/prism-cli@${versions['@stoplight/prism-cli']}`,
    ];
    const installed = new Map(
      columns.map((name, index) => {
        log(`installing ${name}`);
        return [name, [installTo(join(folder, String(index)), specifiers[index] as string)]];
      }),
    );
    const comparison = { of: 'mock', to: 'prism mock' };
    const rows = rowsOf(installed, [
      {
        what: 'packages',
        unit: '',
        value: ({ packages }) => packages,
        comparisons: [{ ...comparison, atMost: 0.1 }],
      },
      {
        what: 'size on disk',
        unit: 'MB',
        value: ({ megabytes }) => megabytes,
        comparisons: [comparison],
      },
    ]);
    return {
      versions: { ...versions, npm: run('npm', ['--version'], folder).trim() },
      how: 'npm installs each package in an empty folder, the mock from its `npm pack` archive.',
      tables: [{ id: 'install', title: 'Installation size', columns, rows }],
      notes: [],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

function installTo(folder: string, specifier: string): { packages: number; megabytes: number } {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  run('npm', ['install', ...flags, specifier], folder);
  const modules = join(folder, 'node_modules');
  const lock = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')) as {
    packages: object;
  };
  const bytes = readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return { packages: Object.keys(lock.packages).length, megabytes: bytes / 1e6 };
}
