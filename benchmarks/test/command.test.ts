import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const run = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '..', script), ...args], {
    encoding: 'utf8',
  });

it.each([
  ['bench.ts', ['nothing'], "Unknown part 'nothing'."],
  ['bench.ts', ['--nothing'], '--nothing'],
  ['bench.ts', ['--rounds', '0'], "--rounds must be an integer from 1 to 1000000; got '0'."],
  ['bench.ts', ['mock', '--beside', '/nowhere'], 'Build that checkout.'],
  ['attack.ts', ['nothing'], "Unknown attack 'nothing'."],
  ['attack.ts', ['--runs', 'many'], '--runs must be an integer'],
  ['attack.ts', ['tenants', '--record'], '--record requires all attacks'],
  ['attack.ts', ['weaken', 'nothing'], "Unknown mutation 'nothing'."],
  ['soak.ts', ['--nothing'], '--nothing'],
  ['soak.ts', ['--minutes', 'long'], '--minutes must be a number'],
])('%s %j prints the error and the usage, and exits with code 2', (script, args, message) => {
  const { status, stdout, stderr } = run(script, ...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr).toContain('Usage: npm run');
  expect(stderr).not.toContain('    at ');
});

it.each(['bench.ts', 'attack.ts', 'soak.ts'])('%s --help prints the usage', (script) => {
  const { status, stdout } = run(script, '--help');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Usage: npm run/);
});

it('an attack without findings prints the number of attempts and exits with code 0', () => {
  const args = ['signatures', '--runs', '1', '--seed', 'test'];
  const { status, stdout, stderr } = run('attack.ts', ...args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^\| signatures: .* \| [1-9]\d* \| \d+\.\d \| 0 \|/m);
});
