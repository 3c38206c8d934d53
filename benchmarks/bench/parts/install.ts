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
import { sampleOf } from '../../../tools/statistics.ts';
import { run } from '../lib/commands.ts';
import { versionOf } from '../lib/machine.ts';
import { ratio, row } from '../lib/results.ts';
import { root } from '../lib/servers.ts';
import type { MeasurePart } from './part.ts';

/**
 * What an installation of the packed mock brings to an empty folder, and what one of Prism's
 * command does. Needs the network for the latter.
 */
export const install: MeasurePart = async ({ say }) => {
  const folder = mkdtempSync(join(tmpdir(), 'delivery-api-install-'));
  try {
    say('packing the mock');
    const packed = JSON.parse(
      run('npm', ['pack', '--json', '--pack-destination', folder], join(root, 'packages/mock')),
    );
    // npm 11 gives a list, other majors an object by name.
    const [{ filename }] = Object.values(packed) as [{ filename: string }];
    const prism = versionOf('@stoplight/prism-cli');
    const found = { mock: {}, 'prism mock': {} } as Record<string, Partial<Brought>>;
    for (const [side, wish] of [
      ['mock', join(folder, filename)],
      ['prism mock', `@stoplight/prism-cli@${prism}`],
    ] as const) {
      say(`installing ${side}`);
      const place = join(folder, side.replace(' ', '-'));
      mkdirSync(place);
      writeFileSync(join(place, 'package.json'), '{"private":true}\n');
      run(
        'npm',
        ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', wish],
        place,
      );
      found[side] = broughtInto(place);
    }
    const values = (pick: keyof Brought) =>
      Object.fromEntries(
        Object.entries(found).map(([side, brought]) => [side, sampleOf([brought[pick] as number])]),
      );
    const [packages, megabytes] = [values('packages'), values('megabytes')];
    return {
      versions: {
        '@delivery-api/mock': versionOf('@delivery-api/mock'),
        '@stoplight/prism-cli': prism,
        npm: run('npm', ['--version'], folder).trim(),
      },
      how: 'Each is installed with npm into an empty folder, the mock from the file that npm pack makes of it.',
      tables: [
        {
          id: 'install',
          title: 'What an installation brings',
          columns: ['mock', 'prism mock'],
          rows: [
            row('packages', '', packages, [ratio(packages, 'mock', 'prism mock', { atMost: 0.1 })]),
            row('on the disk', 'MB', megabytes, [ratio(megabytes, 'mock', 'prism mock')]),
          ],
        },
      ],
      notes: [],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

interface Brought {
  packages: number;
  megabytes: number;
}

function broughtInto(place: string): Brought {
  const lock = JSON.parse(readFileSync(join(place, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: object;
  };
  return {
    packages: Object.keys(lock.packages).length,
    megabytes: bytesIn(join(place, 'node_modules')) / 1e6,
  };
}

function bytesIn(folder: string): number {
  let sum = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) sum += bytesIn(path);
    else if (entry.isFile()) sum += statSync(path).size;
  }
  return sum;
}
