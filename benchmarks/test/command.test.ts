import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const run = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, [fileURLToPath(new URL(`../${script}`, import.meta.url)), ...args], {
    encoding: 'utf8',
  });

it.each([
  ['bench/run.ts', ['nothing'], "There is no part 'nothing'."],
  ['bench/run.ts', ['--nothing'], '--nothing'],
  ['attack/run.ts', ['nothing'], "There is no attack 'nothing'."],
  ['attack/run.ts', ['--runs', 'many'], '--runs takes a whole number'],
  ['attack/run.ts', ['wire', '--record'], '--record keeps all attacks'],
  ['soak.ts', ['--nothing'], '--nothing'],
  ['soak.ts', ['--minutes', 'long'], '--minutes must be a number'],
])('%s %j is refused with 2, and the usage', (script, args, complaint) => {
  const { status, stdout, stderr } = run(script, ...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(complaint);
  expect(stderr).toContain('Usage: npm run');
  expect(stderr).not.toContain('    at ');
});

it.each(['bench/run.ts', 'attack/run.ts', 'soak.ts'])('%s --help tells the usage', (script) => {
  const { status, stdout } = run(script, '--help');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Usage: npm run/);
});

it('an attack tells what it tried, and ends with 0 where nothing was found', () => {
  const { status, stdout, stderr } = run(
    'attack/run.ts',
    'signatures',
    '--runs',
    '1',
    '--seed',
    'test',
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^\| signatures: .* \| [1-9]\d* \| \d+\.\d \| 0 \|/m);
});
