import { expect, it } from 'vitest';
import type { Bump } from '../src/diff/comparison/bump.ts';
import { packageVersion } from '../src/release/package-versions.ts';

it.each<
  [
    current: string,
    recorded: string | undefined,
    contract: string,
    bump: Bump,
    next: string,
    why: string,
  ]
>([
  ['1.0.0-rc.1', undefined, '1.0.0-rc.1', 'none', '1.0.0-rc.1', 'the first release'],
  ['1.0.0-rc.1', '1.0.0-rc.1', '1.0.0-rc.1', 'major', '1.0.0-rc.1', 'the same candidate again'],
  [
    '1.0.0-rc.1',
    '1.0.0-rc.1',
    '1.0.0-rc.2',
    'major',
    '1.0.0-rc.2',
    'the contract goes on, and the package with it',
  ],
  [
    '1.0.0-rc.2',
    '1.0.0-rc.1',
    '1.0.0-rc.2',
    'major',
    '1.0.0-rc.3',
    'the package was there already on its own',
  ],
  ['1.0.0', '1.0.0', '1.1.0', 'minor', '1.1.0', 'a new contract'],
  ['1.0.3', '1.0.0', '1.1.0', 'minor', '1.1.0', 'the package was mended in between'],
  ['1.2.0', '1.0.0', '1.1.0', 'minor', '1.3.0', 'the package had gone further on its own'],
  [
    '1.1.4',
    '1.1.0',
    '1.1.1',
    'patch',
    '1.1.5',
    'the package had gone further on its own, and only words changed',
  ],
])(
  'a package at %s, made from contract %s, gets from contract %s with a %s change %s: %s',
  (current, recorded, contract, bump, next) => {
    expect(packageVersion(current, contract, bump, recorded)).toBe(next);
  },
);
