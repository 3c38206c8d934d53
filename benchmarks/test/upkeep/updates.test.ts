import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

describe('updates', () => {
  const { version, updates } = parse(read('.github/dependabot.yml')) as {
    version: number;
    updates: {
      'package-ecosystem': string;
      directory: string;
      schedule: { interval: string };
      groups?: object;
    }[];
  };

  it('are asked for wherever something is pinned: packages, actions and the image', () => {
    expect(version).toBe(2);
    expect(updates.map((one) => `${one['package-ecosystem']} ${one.directory}`)).toEqual([
      'npm /',
      'github-actions /',
      'docker /packages/mock',
    ]);
  });

  it('come in groups, so that there are few', () => {
    for (const one of updates.slice(0, 2))
      expect(Object.keys(one.groups ?? {}).length, one['package-ecosystem']).toBeGreaterThan(0);
  });
});

describe('what is pinned', () => {
  const workflows = readdirSync(join(root, '.github/workflows')).map(
    (name) => `.github/workflows/${name}`,
  );

  it.each(workflows)(
    'every action of %s is named by its commit, with its version beside it',
    (file) => {
      const used = [...read(file).matchAll(/uses: (.+)$/gm)].map(([, one]) => one as string);
      expect(
        used.filter((one) => !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+(\.\d+)*$/.test(one)),
      ).toEqual([]);
    },
  );

  it.each(workflows)('%s may read, and what it may beyond that is said for the job', (file) => {
    const { permissions } = parse(read(file)) as { permissions?: Record<string, string> };
    expect(permissions).toBeDefined();
    expect(Object.values(permissions ?? {}).filter((one) => one === 'write')).toEqual([]);
  });
});

describe('SECURITY.md', () => {
  const text = read('SECURITY.md');

  it('sends reports to a private place, and names no address that nobody reads', () => {
    expect(text).toContain('Report a vulnerability');
    expect(text).not.toMatch(/[\w.]+@[\w-]+\.\w+/);
  });

  it.each(['Supported versions', 'What is in scope', 'What the mock is not for'])(
    'says: %s',
    (heading) => {
      expect(text).toContain(`## ${heading}`);
    },
  );
});
