import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startMockProcess } from '../../attack/mock-process.ts';

const folder = join(import.meta.dirname, '../../../packages/mock');
const lines = readFileSync(join(folder, 'Dockerfile'), 'utf8')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('#'));
const begins = lines.flatMap((line, index) => (line.startsWith('FROM ') ? [index] : []));
const stages = begins.map((begin, index) => lines.slice(begin, begins[index + 1]));
const last = stages.at(-1) ?? [];
const value = (instruction: string): string =>
  last
    .filter((line) => line.startsWith(`${instruction} `))
    .at(-1)
    ?.slice(instruction.length + 1) ?? '';
const words = (instruction: string): string[] => JSON.parse(value(instruction)) as string[];

/** Runs the health check against another port. */
function isHealthy(port: number): boolean {
  const [, ...args] = JSON.parse(
    /CMD (\[.*\])$/.exec(value('HEALTHCHECK'))?.[1] ?? '[]',
  ) as string[];
  const { status } = spawnSync(
    process.execPath,
    args.map((arg) => arg.replace(':4010/', `:${port}/`)),
    { timeout: 20_000 },
  );
  return status === 0;
}

// No container engine runs where these tests do: what an image would be made of is all that is
// looked at.
describe('the image of the mock', () => {
  it('runs as somebody who is not root, and owns nothing of what it runs', () => {
    expect(value('USER')).toBe('node');
    expect(value('COPY')).toMatch(/^--from=unpacked --chown=root:root \/mock \/mock$/);
    expect(last.findIndex((line) => line.startsWith('RUN '))).toBeLessThan(
      last.findIndex((line) => line.startsWith('USER ')),
    );
  });

  it('holds no package manager, and starts without one', () => {
    expect(value('RUN')).toMatch(/rm -rf .*node_modules .*\/npm .*\/npx /);
    expect(words('ENTRYPOINT')).toEqual(['node', '/mock/dist/cli.js']);
    expect(
      lines.filter((line) =>
        /npm (ci|install|i|exec|run)|npx|curl|wget/.test(line.replace(/^RUN rm.*/, '')),
      ),
    ).toEqual([]);
  });

  it('is made of the packed package alone', () => {
    expect(readFileSync(join(folder, '.dockerignore'), 'utf8').trim().split('\n')).toEqual([
      '*',
      '!delivery-api-mock-*.tgz',
    ]);
    expect(lines.some((line) => line.startsWith('ADD '))).toBe(false);
  });

  it('takes a base that can be named by digest, and none that moves with every release of Node', () => {
    expect(lines[0]).toMatch(/^ARG NODE=node:\d+-alpine(@sha256:[0-9a-f]{64})?$/);
    expect(stages.map(([from]) => from?.replace(/ AS \w+$/, ''))).toEqual(
      Array(2).fill(`FROM $${'{NODE}'}`),
    );
  });

  it('starts with words that the command understands, on the port that is exposed, and answers to the names of a network of containers', async () => {
    const args = words('CMD').slice(1);
    expect(value('EXPOSE')).toBe(args[args.indexOf('--port') + 1]);
    args.splice(args.indexOf('--port'), 2);
    const mock = await startMockProcess(['start', ...args, '--allow-host', 'mock.internal']);
    try {
      const ask = (host: string): Promise<boolean> =>
        new Promise((resolve) => {
          const path = '/_sandbox/health';
          request({ port: mock.port, path, headers: { host } }, (answer) =>
            resolve(answer.resume().statusCode === 200),
          ).end();
        });
      expect([
        await ask('127.0.0.1:4010'),
        await ask('mock:4010'),
        await ask('mock.internal:4010'),
        await ask('evil.example'),
      ]).toEqual([true, true, true, false]);
      expect(isHealthy(mock.port)).toBe(true);
      expect(await mock.stop('SIGTERM')).toBe(0);
      expect(isHealthy(mock.port)).toBe(false);
    } finally {
      await mock.stop();
    }
  });
});
