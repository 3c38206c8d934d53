import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startMock } from '@delivery-api/mock';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs-site/guides');
const guides = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);

/** Every piece of code in the guides that `pattern` finds, once. */
const found = (pattern: RegExp): string[] => [
  ...new Set(
    guides.flatMap(([, text]) =>
      Array.from(text.matchAll(pattern), ([whole, part]) => part ?? whole),
    ),
  ),
];

describe('the commands that the guides name', () => {
  it('exist in the sandbox, with the options that are named', async () => {
    const asked = new Map<string, Set<string>>();
    for (const command of found(/`npx delivery-mock([^`]*)`/g)) {
      const name = /^ (\w+)/.exec(command)?.[1] ?? 'start';
      const options = asked.get(name) ?? new Set();
      for (const option of command.match(/--[a-z-]+/g) ?? []) options.add(option);
      asked.set(name, options);
    }
    expect([...asked.keys()]).toEqual(
      expect.arrayContaining(['start', 'listen', 'order', 'advance', 'trigger', 'reset']),
    );
    const cli = join(root, 'packages/mock/dist/cli.js');
    const helps = new Map<string, string>();
    for (const name of asked.keys())
      helps.set(
        name,
        (
          await promisify(execFile)(process.execPath, [cli, name, '--help'], {
            env: { ...process.env, NO_COLOR: '1' },
          })
        ).stdout,
      );
    for (const [name, options] of asked)
      for (const option of options) expect(`${name}: ${helps.get(name)}`).toContain(`${option} `);
    const all = [...helps.values()].join('\n');
    for (const option of found(/`(--[a-z-]+)[^`]*`/g))
      if (option !== '--server') expect(all).toContain(`${option} `);
  });

  it('exist as scripts of npm', () => {
    const scripts = found(/`npm (run \S+ -w \S+|start)`/g);
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

  it('start everything as the README does', () => {
    const start = readFileSync(join(root, 'README.md'), 'utf8').match(
      /^ {4}(npm ci && npm start)$/m,
    )?.[1];
    const blocks = guides.flatMap(([, text]) =>
      Array.from(text.matchAll(/^```\w*\n([\s\S]*?)```$/gm), ([, code]) => code?.trim()),
    );
    expect(blocks.length).toBeGreaterThan(0);
    for (const block of blocks) expect(block).toBe(start);
  });

  it('are addresses that the sandbox has', async () => {
    const mock = await startMock({ mode: 'sandbox', port: 0 });
    try {
      const list = JSON.stringify(await (await fetch(`${mock.url}/_sandbox`)).json());
      const addresses = found(/`(?:[A-Z]+ )?(\/_sandbox\/[^`…]*)`/g).filter(
        (address) => address !== '/_sandbox/report',
      );
      expect(addresses.length).toBeGreaterThan(5);
      for (const address of addresses) expect(list).toContain(address);
    } finally {
      await mock.stop();
    }
  });
});
