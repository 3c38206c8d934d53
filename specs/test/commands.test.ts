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
  it.each([
    [undefined, "''"],
    ['grocery', "'grocery'"],
  ])('with the argument %s says in one line what to say instead', (name, quoted) => {
    const { status, stdout, stderr } = run(script, ...(name ? [name] : []));
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toBe(
      `Specify an interface: \`node ${script} lastmile\` or \`node ${script} marketplace\`; got ${quoted}.\n`,
    );
  });
});

it.each(['lastmile', 'marketplace'])(
  'lint.ts %s finds nothing, with the rules of Redocly and ours',
  (name) => {
    const { status, stdout, stderr } = run('lint.ts', name);
    expect(stdout + stderr).toContain('Your API description is valid');
    expect(status).toBe(0);
  },
);
