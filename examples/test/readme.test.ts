import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mock, startMock } from '@delivery-api/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgramFolder } from './support/program-folder.ts';

const root = join(import.meta.dirname, '../..');
const folder = createProgramFolder();
const tsc = join(root, 'node_modules/typescript/bin/tsc');
let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ port: 0, mode: 'sandbox' });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await mock.stop();
});

const programs = [
  ...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g),
].map(([, source = ''], index) => ({ index, source }));

describe.each(programs)('program $index of the root README', ({ index, source }) => {
  const name = `program-${index}.ts`;

  it('the program compiles unchanged', () => {
    writeFileSync(join(folder, name), source);
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--types',
      'node',
      '--allowImportingTsExtensions',
    ];
    const run = spawnSync(process.execPath, [tsc, ...options, join(folder, name)], {
      encoding: 'utf8',
    });
    expect(run.stdout).toBe('');
  });

  it('the program runs against the mock', async () => {
    expect(source).toContain('http://localhost:4010');
    writeFileSync(join(folder, name), source.replaceAll('http://localhost:4010', mock.url));
    const child = spawn(process.execPath, [join(folder, name)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
  });
});
