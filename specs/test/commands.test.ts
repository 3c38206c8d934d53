import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const run = (...args: string[]) =>
  spawnSync(process.execPath, args, {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
    env: { ...process.env, GITHUB_ACTIONS: '' },
  });

describe.each(['lint.ts', 'bundle.ts'])('%s', (script) => {
  it.each<[what: string, args: string[], quoted: string]>([
    ['a missing argument', [], "''"],
    ['an unknown interface', ['grocery'], "'grocery'"],
  ])('rejects %s with a one-line error that names the interfaces', (_, args, quoted) => {
    const { status, stdout, stderr } = run(script, ...args);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toBe(
      `Specify an interface: \`node ${script} lastmile\` or \`node ${script} marketplace\`; got ${quoted}.\n`,
    );
  });
});

it.each(['lastmile', 'marketplace'])('lint.ts %s reports no errors', (name) => {
  const { status, stdout, stderr } = run('lint.ts', name);
  expect(stdout + stderr).toContain('Your API description is valid');
  expect(status).toBe(0);
});
