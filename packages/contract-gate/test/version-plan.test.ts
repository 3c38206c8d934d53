import { expect, it } from 'vitest';
import type { Bump } from '../src/diff/comparison/bump.ts';
import { type PackageState, planVersions } from '../src/release/version-plan.ts';

type Change = Partial<Omit<PackageState, 'name'>>;

/**
 * Returns six packages like those of this repository. All are released with the same version and
 * unchanged, except for the properties that `changes` sets by package name.
 */
function packagesAt(
  released: string,
  contracts: { lastmile: string; marketplace: string },
  changes: Record<string, Change>,
): PackageState[] {
  const of = (name: string, rest: Change): PackageState => ({
    name,
    version: released,
    released,
    isChanged: false,
    requested: 'none',
    isGenerated: false,
    contracts: [],
    dependencies: [],
    ...rest,
    ...changes[name],
  });
  const contract = (name: 'lastmile' | 'marketplace') => ({
    version: contracts[name],
    bump: 'none' as const,
  });
  return [
    of('core', {}),
    of('lastmile-types', { isGenerated: true, contracts: [contract('lastmile')] }),
    of('lastmile-client', {
      isGenerated: true,
      contracts: [contract('lastmile')],
      dependencies: ['core', 'lastmile-types'],
    }),
    of('marketplace-types', { isGenerated: true, contracts: [contract('marketplace')] }),
    of('marketplace-client', {
      isGenerated: true,
      contracts: [contract('marketplace')],
      dependencies: ['core', 'marketplace-types'],
    }),
    of('mock', { contracts: [contract('lastmile'), contract('marketplace')] }),
  ];
}

/** Returns the changes to the types and client packages that a new Lastmile version causes. */
const lastmile = (version: string, bump: Bump): Record<string, Change> => {
  const contracts = [{ version, bump }];
  return {
    'lastmile-types': { isChanged: true, contracts },
    'lastmile-client': { isChanged: true, contracts },
  };
};

const versionsOf = (packages: PackageState[]): Record<string, string> =>
  Object.fromEntries(planVersions(packages));

const candidate = { lastmile: '1.0.0-rc.2', marketplace: '1.0.0-rc.2' };
const stable = { lastmile: '1.0.0', marketplace: '1.0.0' };

it('the plan keeps all versions when nothing has changed', () => {
  expect(new Set(planVersions(packagesAt('1.0.0-rc.2', candidate, {})).values())).toEqual(
    new Set(['1.0.0-rc.2']),
  );
});

it('the plan releases the next release candidate only for a changed package and its dependents', () => {
  const packages = packagesAt('1.0.0-rc.2', candidate, { core: { isChanged: true } });
  expect(versionsOf(packages)).toEqual({
    core: '1.0.0-rc.3',
    'lastmile-types': '1.0.0-rc.2',
    'lastmile-client': '1.0.0-rc.3',
    'marketplace-types': '1.0.0-rc.2',
    'marketplace-client': '1.0.0-rc.3',
    mock: '1.0.0-rc.2',
  });
});

it('the plan makes client-core stable with the first stable client, and keeps the mock a release candidate', () => {
  const mixed = { lastmile: '1.0.0', marketplace: '1.0.0-rc.2' };
  const packages = packagesAt('1.0.0-rc.2', mixed, {
    ...lastmile('1.0.0', 'patch'),
    mock: {
      isChanged: true,
      contracts: [
        { version: '1.0.0', bump: 'patch' },
        { version: '1.0.0-rc.2', bump: 'none' },
      ],
    },
  });
  expect(versionsOf(packages)).toEqual({
    core: '1.0.0',
    'lastmile-types': '1.0.0',
    'lastmile-client': '1.0.0',
    'marketplace-types': '1.0.0-rc.2',
    'marketplace-client': '1.0.0-rc.3',
    mock: '1.0.0-rc.3',
  });
});

it('the plan makes all packages stable when both contracts become stable', () => {
  const packages = packagesAt('1.0.0-rc.2', stable, {});
  expect(new Set(planVersions(packages).values())).toEqual(new Set(['1.0.0']));
});

it('the plan keeps the package versions of one contract if only the other contract has a minor release', () => {
  const packages = packagesAt(
    '1.0.0',
    { ...stable, lastmile: '1.1.0' },
    {
      ...lastmile('1.1.0', 'minor'),
      mock: {
        isChanged: true,
        contracts: [
          { version: '1.1.0', bump: 'minor' },
          { version: '1.0.0', bump: 'none' },
        ],
      },
    },
  );
  expect(versionsOf(packages)).toEqual({
    core: '1.0.0',
    'lastmile-types': '1.1.0',
    'lastmile-client': '1.1.0',
    'marketplace-types': '1.0.0',
    'marketplace-client': '1.0.0',
    mock: '1.1.0',
  });
});

it('the plan gives dependents the bump of their dependency, because they re-export it', () => {
  const packages = packagesAt('1.0.0', stable, { core: { isChanged: true, requested: 'minor' } });
  expect(versionsOf(packages)).toMatchObject({
    core: '1.1.0',
    'lastmile-client': '1.1.0',
    'lastmile-types': '1.0.0',
    mock: '1.0.0',
  });
});

it.each<[string, string, Bump, string, string]>([
  ['1.0.3', '1.1.0', 'minor', '1.1.0', 'the package had fixes of its own'],
  ['1.2.0', '1.1.0', 'minor', '1.3.0', 'the package was ahead of its contract'],
  ['1.1.4', '1.1.1', 'patch', '1.1.5', 'only texts of the contract changed'],
  ['1.0.0', '2.0.0', 'major', '2.0.0', 'the contract breaks clients'],
  ['1.0.0', '2.0.0-rc.1', 'major', '2.0.0-rc.1', 'the contract is a release candidate again'],
  ['2.0.0-rc.1', '2.0.0', 'none', '2.0.0', 'the release candidate becomes stable unchanged'],
])('a client at %s with contract %s (%s) becomes %s: %s', (released, contract, bump, next) => {
  const [core, types, client] = packagesAt(
    released,
    { lastmile: contract, marketplace: '1.0.0' },
    bump === 'none' ? {} : lastmile(contract, bump),
  );
  const stableCore = { ...core, released: '1.0.0', version: '1.0.0' } as PackageState;
  const versions = planVersions([stableCore, types as PackageState, client as PackageState]);
  expect(versions.get('lastmile-client')).toBe(next);
  expect(versions.get('core')).toBe('1.0.0');
});

it('the plan contains the same versions when a release is prepared twice', () => {
  const once = packagesAt('1.0.0', stable, { core: { isChanged: true } });
  const versions = planVersions(once);
  const twice = once.map((one) => ({ ...one, version: versions.get(one.name) ?? '' }));
  expect(planVersions(twice)).toEqual(versions);
});

it('the plan keeps a higher version that package.json already contains', () => {
  const packages = packagesAt('1.0.0', stable, {
    mock: { isChanged: true, version: '1.4.0' },
  });
  expect(planVersions(packages).get('mock')).toBe('1.4.0');
});

it('the plan never makes a stable package depend on a release candidate', () => {
  for (const lastmileVersion of ['1.0.0-rc.2', '1.0.0'])
    for (const marketplace of ['1.0.0-rc.2', '1.0.0'])
      for (const isChanged of [true, false]) {
        const packages = packagesAt(
          '1.0.0-rc.2',
          { lastmile: lastmileVersion, marketplace },
          { core: { isChanged } },
        );
        const versions = planVersions(packages);
        for (const { name, dependencies } of packages)
          if (!versions.get(name)?.includes('-'))
            for (const dependency of dependencies)
              expect(versions.get(dependency), `${name} needs ${dependency}`).not.toContain('-');
      }
});
