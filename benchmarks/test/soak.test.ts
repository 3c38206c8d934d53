import { expect, it } from 'vitest';
import { measurePart, validateResults } from '../report/results.ts';
import type { DefectKind } from '../soak/recorder.ts';
import { measurementsOf, reportLines } from '../soak/report.ts';
import { runSoak, type SoakOptions, type SoakResult } from '../soak/run-soak.ts';

/** Runs a soak test with 25 tasks, without delays between the retries of the clients. */
const shortSoak = (overrides: SoakOptions['overrides'] = {}): Promise<SoakResult> =>
  runSoak({ seed: 'test', tasks: 25, overrides: { sleep: async () => {}, ...overrides } });

const defectCounts = ({ recorder }: SoakResult): Record<DefectKind, number> =>
  Object.fromEntries([...recorder.defects].map(([kind, { count }]) => [kind, count])) as Record<
    DefectKind,
    number
  >;

const noDefects: Record<DefectKind, number> = {
  'lost events': 0,
  'replays that differ': 0,
  'contract violations': 0,
  'unexpected errors': 0,
  leaks: 0,
};

it('the soak test finds no defects with injected faults', async () => {
  const result = await shortSoak();
  expect(result.recorder.hasDefects, reportLines(result).join('\n')).toBe(false);
  expect(defectCounts(result)).toEqual(noDefects);
  for (const what of [
    'tasks, booking',
    'tasks, order',
    'events, bookingUpdated',
    'events, order_created',
    'replayed requests',
  ])
    expect(result.recorder.counts.get(what), what).toBeGreaterThan(0);
  const part = await measurePart(async () => measurementsOf(result, 'A short soak.'));
  expect(validateResults({ parts: { soak: part } })).toEqual([]);
  const defects = part.tables.find(({ id }) => id === 'faults')?.rows ?? [];
  expect(defects.map(({ what, values }) => [what, values.count?.median])).toEqual(
    Object.entries(noDefects),
  );
});

it('the soak test reports an event that is accepted and then lost', async () => {
  let lost: string | undefined;
  const result = await shortSoak({
    ignores(subject) {
      if (subject.startsWith('ord_')) lost ??= subject;
      return subject === lost;
    },
  });
  expect(defectCounts(result)).toEqual({ ...noDefects, 'lost events': 1 });
  expect(reportLines(result).join('\n')).toContain(`the last event of ${lost} did not arrive`);
});

const urlOf = (input: Parameters<typeof fetch>[0]): string =>
  input instanceof Request ? input.url : String(input);

/** Returns a `fetch` that changes the body of the 200 responses from paths that match `path`. */
const fetchWithChange =
  (path: RegExp, change: (body: Record<string, unknown>) => object): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (!path.test(urlOf(input)) || response.status !== 200) return response;
    const { status, headers } = response;
    const body = change((await response.clone().json()) as Record<string, unknown>);
    return new Response(JSON.stringify(body), { status, headers });
  };

it('the soak test reports an undocumented property, although the clients accept it', async () => {
  const addProperty = (body: object) => ({ ...body, colour: 'green' });
  const result = await shortSoak({ fetch: fetchWithChange(/get_store_info/, addProperty) });
  expect(defectCounts(result)['contract violations']).toBeGreaterThan(0);
  expect({ ...defectCounts(result), 'contract violations': 0 }).toEqual(noDefects);
  expect(reportLines(result).join('\n')).toContain('/colour: is not in the contract');
});

it('the soak test reports a replayed response that differs', async () => {
  let count = 0;
  const changeRevision = (body: Record<string, unknown>) => ({
    ...body,
    revision: Number(body.revision) + count++,
  });
  const result = await shortSoak({ fetch: fetchWithChange(/acknowledge$/, changeRevision) });
  expect(defectCounts(result)['replays that differ']).toBeGreaterThan(0);
  expect({ ...defectCounts(result), 'replays that differ': 0 }).toEqual(noDefects);
});

it('the soak test reports an error that no injected fault caused', async () => {
  const wrongPath: typeof fetch = (input, init) => {
    const url = urlOf(input);
    return url.endsWith('create_estimate')
      ? fetch(url.replace('/acme/', '/acme/x/'))
      : fetch(input, init);
  };
  const result = await shortSoak({ fetch: wrongPath });
  expect(defectCounts(result)['unexpected errors']).toBeGreaterThan(0);
});
