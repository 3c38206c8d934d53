import { join } from 'node:path';
import type { InterfaceName } from '@delivery-api/specs/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { type ReadmePrograms, readmePrograms } from './readme.js';

/**
 * Defines tests for the programs in the README of a client that need no mock: a webhook receiver and
 * the fixtures. The tests of the examples run the call with the mock.
 */
export function describeReadme(
  name: InterfaceName,
  event: string,
  printed: { handled: string; example: string },
): void {
  const folder = join(import.meta.dirname, `../../../${name}-client`);
  const programs: ReadmePrograms = readmePrograms(folder, 'typescript');
  afterAll(() => programs.remove());

  it('contains a call, a receiver and the fixtures in at most 20 lines each', () => {
    const calls = readmePrograms(folder, 'ts');
    calls.remove();
    expect([calls.sources.length, programs.sources.length]).toEqual([1, 2]);
    for (const source of [...calls.sources, ...programs.sources])
      expect(source.trim().split('\n').length).toBeLessThanOrEqual(20);
  });

  it.each([0, 1])('contains programs that compile unchanged: program %i', async (index) => {
    expect(await programs.compile(index)).toBe('');
  });

  describe('receiver', () => {
    it('handles a valid event once and rejects a forged one', async () => {
      const driver = `
import { events, signWebhook } from '@delivery-api/${name}-client/testing';
const { body, headers } = await signWebhook(events.${event}, { secret: secrets });
const post = async (text: string) => {
  const answer = await POST(new Request('https://receiver.example', { method: 'POST', body: text, headers }));
  console.log(answer.status, await answer.text());
};
await post(body);
await post(body);
await post(body + ' ');
`;
      expect(await programs.run(0, (source) => source + driver)).toEqual({
        ok: true,
        output: `${printed.handled}\n204 \n204 \n400 {"code":"bad_signature"}\n`,
      });
    });
  });

  it('contains a program that prints an example and a signed event', async () => {
    expect(await programs.run(1)).toEqual({
      ok: true,
      output: expect.stringMatching(new RegExp(`^${printed.example}\\ntrue evt_\\w+\\n$`)),
    });
  });
}
