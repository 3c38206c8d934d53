import { join } from 'node:path';
import { startMock } from '@delivery-api/mock';
import type { InterfaceName } from '@delivery-api/specs/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { type ReadmePrograms, readmePrograms } from './readme.js';

/**
 * Defines tests that compile and run the programs in a client README. Programs with calls run
 * against a mock. The webhook receiver and the fixtures need no mock.
 *
 * @param event path of an example event in `events`
 * @param printed expected output of both runs of the program with calls, of the receiver for the
 * example event, and of the program that prints an example
 */
export function describeReadme(
  name: InterfaceName,
  event: string,
  printed: { calls: readonly RegExp[]; handled: string; example: string },
): void {
  const folder = join(import.meta.dirname, `../../../${name}-client`);
  const programs: ReadmePrograms = readmePrograms(folder, 'typescript');
  const calls: ReadmePrograms = readmePrograms(folder, 'ts');
  afterAll(() => {
    programs.remove();
    calls.remove();
  });

  const [middleware, logs, validation, receiver, testing] = [0, 1, 2, 3, 4];

  it('contains a call, middleware, a logger, validators, a receiver and the fixtures in at most 20 lines each', () => {
    expect([calls.sources.length, programs.sources.length]).toEqual([1, 5]);
    for (const source of [...calls.sources, ...programs.sources])
      expect(source.trim().split('\n').length).toBeLessThanOrEqual(20);
  });

  it.each([middleware, logs, validation, receiver, testing])(
    'contains programs that compile unchanged: program %i',
    async (index) => {
      expect(await programs.compile(index)).toBe('');
    },
  );

  it('starts with a program that compiles, and runs twice against one fresh sandbox', async () => {
    expect(await calls.compile(0)).toBe('');
    const mock = await startMock({ port: 0, interfaces: [name] });
    try {
      const local = (source: string) => source.replaceAll('http://localhost:4010', mock.url);
      for (const expected of printed.calls)
        expect(await calls.run(0, local)).toEqual({
          ok: true,
          output: expect.stringMatching(expected),
        });
    } finally {
      await mock.stop();
    }
  });

  it.each([
    [middleware, /^getStore\w* 200\nCanale Pizza.*\n$/],
    [logs, /^Canale Pizza.*\n$/],
    [validation, /^Canale Pizza.*\n\{ message: 'is missing', path: \[ 'id' \] \}\n$/],
  ])('contains programs that call a fresh sandbox: program %i', async (index, output) => {
    const mock = await startMock({ port: 0, interfaces: [name] });
    try {
      const local = (source: string) => source.replaceAll('http://localhost:4010', mock.url);
      expect(await programs.run(index, local)).toEqual({
        ok: true,
        output: expect.stringMatching(output),
      });
    } finally {
      await mock.stop();
    }
  });

  describe('receiver', () => {
    it('handles a valid event once and rejects a forged one', async () => {
      const driver = `
import { events, signWebhook } from '@delivery-api/${name}-client/testing';
const { body, headers } = await signWebhook(events.${event}, { secret: secrets });
const post = async (text: string) => {
  const response = await POST(new Request('https://receiver.example', { method: 'POST', body: text, headers }));
  console.log(response.status, await response.text());
};
await post(body);
await post(body);
await post(body + ' ');
`;
      expect(await programs.run(receiver, (source) => source + driver)).toEqual({
        ok: true,
        output: `${printed.handled}\n204 \n204 \n400 {"code":"bad_signature"}\n`,
      });
    });
  });

  it('contains a program that prints an example and a signed event', async () => {
    expect(await programs.run(testing)).toEqual({
      ok: true,
      output: expect.stringMatching(new RegExp(`^${printed.example}\\ntrue evt_\\w+\\n$`)),
    });
  });
}
