import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bookingPaths, bookingSchemas, contractWith } from './support/small-contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'codegen-'));
afterAll(() => rmSync(folder, { recursive: true }));
const cli = (...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../src/cli.ts'), ...args], {
    encoding: 'utf8',
    cwd: folder,
  });

describe('the codegen command', () => {
  writeFileSync(
    join(folder, 'good.json'),
    JSON.stringify(contractWith(bookingSchemas, bookingPaths).document),
  );
  writeFileSync(join(folder, 'bad.json'), '{"openapi": "3.1.0"}');

  it.each([
    ['a missing file', ['types', 'none.json', 'out'], /^none\.json: file not found.*\n$/],
    [
      'a document that is not a contract',
      ['types', 'bad.json', 'out'],
      /^bad\.json#\/x-interface: expected 'lastmile' or 'marketplace'.*\n$/,
    ],
    ['an unknown kind', ['docs', 'good.json', 'out'], /^Usage: .*\n$/],
  ])('reports %s in one line, and writes no files', (_, args, message) => {
    const run = cli(...args);
    expect(run.status).not.toBe(0);
    expect(run.stderr).toMatch(message);
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });

  it('replaces the whole folder, and leaves no temporary folders', () => {
    cli('client', 'good.json', 'out');
    writeFileSync(join(folder, 'out/stale.ts'), '');
    const run = cli('client', 'good.json', 'out');
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(join(folder, 'out')).sort()).toEqual([
      'client.ts',
      'fixtures.ts',
      'guard.ts',
      'testing.ts',
      'types.ts',
      'validators.ts',
      'webhooks-node.ts',
      'webhooks.ts',
    ]);
    expect(readdirSync(folder).sort()).toEqual(['bad.json', 'good.json', 'out']);
  });

  it('does not change the folder when the contract is invalid', () => {
    const before = readFileSync(join(folder, 'out/client.ts'), 'utf8');
    expect(cli('client', 'bad.json', 'out').status).toBe(1);
    expect(readFileSync(join(folder, 'out/client.ts'), 'utf8')).toBe(before);
  });
});
