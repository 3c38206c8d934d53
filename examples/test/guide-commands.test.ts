import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startMock } from '@delivery-api/mock';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs-site/guides');
// The options in generators.md belong to other tools.
const guides = readdirSync(folder)
  .filter((name) => name.endsWith('.md') && name !== 'generators.md')
  .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);

/**
 * Returns the distinct values of the first group of a pattern in the guides, or of the whole pattern
 * if it has no group.
 */
const matches = (pattern: RegExp): string[] => [
  ...new Set(
    guides.flatMap(([, text]) =>
      Array.from(text.matchAll(pattern), ([whole, part]) => part ?? whole),
    ),
  ),
];

describe('commands in the guides', () => {
  it('the CLI has every command and option that the guides mention', async () => {
    const documented = new Map<string, Set<string>>();
    for (const command of matches(/`npx --no -- delivery-mock([^`]*)`/g)) {
      const name = /^ (\w+)/.exec(command)?.[1] ?? 'start';
      const options = documented.get(name) ?? new Set();
      for (const option of command.match(/--[a-z-]+/g) ?? []) options.add(option);
      documented.set(name, options);
    }
    expect([...documented.keys()]).toEqual(
      expect.arrayContaining(['start', 'listen', 'order', 'advance', 'trigger', 'reset']),
    );
    const cli = join(root, 'packages/mock/dist/cli.js');
    const helps = new Map<string, string>();
    for (const name of documented.keys())
      helps.set(
        name,
        (
          await promisify(execFile)(process.execPath, [cli, name, '--help'], {
            env: { ...process.env, NO_COLOR: '1' },
          })
        ).stdout,
      );
    for (const [name, options] of documented)
      for (const option of options) expect(`${name}: ${helps.get(name)}`).toContain(`${option} `);
    const all = [...helps.values()].join('\n');
    for (const option of matches(/`(--[a-z-]+)[^`]*`/g))
      if (!['--server', '--no', '--ignore-scripts'].includes(option))
        expect(all).toContain(`${option} `);
  });

  it('every npm script that the guides mention exists', () => {
    const scripts = matches(/`npm (run \S+ -w \S+|start)`/g);
    expect(scripts.length).toBeGreaterThan(2);
    const at: Record<string, string> = {
      '@delivery-api/examples': 'examples',
      '@delivery-api/mock': 'packages/mock',
    };
    for (const script of scripts) {
      const [, name = 'start', workspace] = /^run (\S+) -w (\S+)$/.exec(script) ?? [];
      const file = join(
        root,
        workspace === undefined ? '' : (at[workspace] ?? 'unknown'),
        'package.json',
      );
      expect(JSON.parse(readFileSync(file, 'utf8')).scripts).toHaveProperty([name]);
    }
  });

  it('the control API has every path that the guides mention', async () => {
    const mock = await startMock({ mode: 'sandbox', port: 0 });
    try {
      const list = JSON.stringify(await (await fetch(`${mock.url}/_sandbox`)).json());
      // The list omits the health check, which every mode has, and the report, which `proxy` mode has.
      expect((await fetch(`${mock.url}/_sandbox/health`)).status).toBe(200);
      const addresses = matches(/`(?:[A-Z]+ )?(\/_sandbox\/[^`?…]*)(?:\?[^`…]*)?`/g).filter(
        (address) => !['/_sandbox/health', '/_sandbox/report'].includes(address),
      );
      expect(addresses.length).toBeGreaterThan(5);
      for (const address of addresses) expect(list).toContain(address);
    } finally {
      await mock.stop();
    }
  });
});
