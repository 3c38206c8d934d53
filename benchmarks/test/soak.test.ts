import { expect, it } from 'vitest';
import { measuredHere } from '../bench/lib/record.ts';
import { problemsOf } from '../bench/lib/results.ts';
import { measuredOf, reportLines } from '../soak/report.ts';
import { soak } from '../soak/soak.ts';
import type { FaultKind } from '../soak/tally.ts';

/** A short soak that waits for nothing: as many stories as make every kind of them likely. */
const short = (around: NonNullable<Parameters<typeof soak>[0]['around']> = {}) =>
  soak({ seed: 'test', stories: 25, around: { sleep: async () => {}, ...around } });

const countsOf = ({ tally }: Awaited<ReturnType<typeof soak>>): Record<FaultKind, number> =>
  Object.fromEntries([...tally.faults].map(([kind, { count }]) => [kind, count])) as Record<
    FaultKind,
    number
  >;

const nothing: Record<FaultKind, number> = {
  'lost events': 0,
  'repeats that differ': 0,
  'contract violations': 0,
  'errors of a kind not expected': 0,
  leaks: 0,
};

it('finds nothing wrong with the sandbox, the clients and a receiver, whatever faults are asked for', async () => {
  const report = await short();
  expect(report.tally.isClean, reportLines(report).join('\n')).toBe(true);
  expect(countsOf(report)).toEqual(nothing);
  for (const what of [
    'stories, booking',
    'stories, order',
    'events, bookingUpdated',
    'events, order_created',
    'requests repeated with their key',
  ])
    expect(report.tally.counts.get(what), what).toBeGreaterThan(0);
  const part = await measuredHere(async () => measuredOf(report, 'A short one.'));
  expect(problemsOf({ parts: { soak: part } })).toEqual([]);
  expect(
    part.tables
      .find(({ id }) => id === 'faults')
      ?.rows.map(({ what, values }) => [what, values.count?.median]),
  ).toEqual(Object.entries(nothing));
});

it('reports an event that was answered and then lost', async () => {
  let lost: string | undefined;
  const report = await short({
    forgets: (subject) => {
      if (subject.startsWith('ord_')) lost ??= subject;
      return subject === lost;
    },
  });
  expect(countsOf(report)).toEqual({ ...nothing, 'lost events': 1 });
  expect(reportLines(report).join('\n')).toContain(`what became of ${lost} was never told`);
});

const urlOf = (input: Parameters<typeof fetch>[0]): string =>
  input instanceof Request ? input.url : String(input);

/** A `fetch` that bends the answers of one path. */
const bending =
  (
    path: RegExp,
    bend: (body: Record<string, unknown>, response: Response) => Record<string, unknown>,
  ): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (!path.test(urlOf(input)) || response.status !== 200) return response;
    const body = bend((await response.clone().json()) as Record<string, unknown>, response);
    return new Response(JSON.stringify(body), {
      status: response.status,
      headers: response.headers,
    });
  };

it('reports an answer outside the contract, though the clients tolerate it', async () => {
  const report = await short({
    fetch: bending(/get_store_info/, (body) => ({ ...body, colour: 'green' })),
  });
  expect(countsOf(report)['contract violations']).toBeGreaterThan(0);
  expect({ ...countsOf(report), 'contract violations': 0 }).toEqual(nothing);
  expect(reportLines(report).join('\n')).toContain('/colour: is not in the contract');
});

it('reports a repeat that is answered differently', async () => {
  let count = 0;
  const report = await short({
    fetch: bending(/acknowledge$/, (body) => ({
      ...body,
      revision: Number(body.revision) + count++,
    })),
  });
  expect(countsOf(report)['repeats that differ']).toBeGreaterThan(0);
  expect({ ...countsOf(report), 'repeats that differ': 0 }).toEqual(nothing);
});

it('reports an error of a kind that nobody asked for', async () => {
  const elsewhere: typeof fetch = (input, init) => {
    const url = urlOf(input);
    return url.endsWith('create_estimate')
      ? fetch(url.replace('/acme/', '/acme/x/'))
      : fetch(input, init);
  };
  const report = await short({ fetch: elsewhere });
  expect(countsOf(report)['errors of a kind not expected']).toBeGreaterThan(0);
});
