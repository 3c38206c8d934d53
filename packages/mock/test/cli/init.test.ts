import { existsSync, readFileSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../support/command.ts';
import { send } from '../support/send.ts';
import { file, started } from '../support/use-command.ts';

/** Returns the path of a file that does not exist. */
function newFile(name: string): string {
  const path = file(name, '');
  rmSync(path);
  return path;
}

describe('delivery-mock init', () => {
  it('creates a commented file with a store and a menu, which start --data accepts', async () => {
    const path = newFile('sandbox.jsonc');
    expect(run(['init', path])).toMatchObject({
      status: 0,
      stdout: `Created ${path}. To use it, run \`delivery-mock start --data ${path}\`.\n`,
      stderr: '',
    });
    const text = readFileSync(path, 'utf8');
    expect(text).toMatch(/^\/\/ Initial data of the sandbox\./);
    expect(text).toContain('// The IANA time zone of the store');
    const { port, url } = await started(['--data', path, '--quiet']);
    const store = await send({ port, path: '/marketplace/stores/sto_01JD3M7X9KQA' });
    expect(store.json).toMatchObject({ menu: { status: 'live', item_count: 1 } });
    const order = await fetch(`${url}/_sandbox/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ store_id: 'sto_01JD3M7X9KQA' }),
    });
    expect(order.status).toBe(201);
  });

  it('does not replace an existing file', () => {
    const path = file('existing.jsonc', 'mine');
    expect(run(['init', path])).toMatchObject({
      status: 1,
      stderr: `delivery-mock: ${path} already exists. Specify a different file.\n`,
    });
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(existsSync(path)).toBe(true);
  });

  it('reports the position of a syntax error in a file with comments', () => {
    const path = file('broken.jsonc', '// A comment\n{ "lastmile": { /* none */ x } }');
    const { status, stderr } = run(['start', '--data', path]);
    expect([status, stderr]).toEqual([1, expect.stringContaining('is not JSON')]);
    expect(stderr).toMatch(/position 41|line 2 column 28/);
  });
});
