import { Agent, request } from 'node:http';
import { installedVersions } from '../../report/machine.ts';
import { row } from '../../report/results.ts';
import { bookingRequest, storeId } from '../../shared/contracts.ts';
import { startMock } from '../../shared/mock-server.ts';
import { sandboxControl } from '../../shared/sandbox-control.ts';
import { single } from '../../shared/statistics.ts';
import { limitedRow, type Part } from '../part.ts';

const connections = 20;
const column = 'sandbox';

/** Many workspaces in one process: their isolation, memory and bookings per second. */
export const workspaces: Part = async ({ quick, log }) => {
  const [count, bookings] = quick ? [50, 5] : [1_000, 20];
  const clock = ['--frozen', '--start', '2026-11-20T18:00:00Z'];
  const mock = await startMock([...clock, '--seed', 'bench', '--quiet'], { inspect: true });
  try {
    const { heap: empty } = await mock.resourceUsage();
    const tokens = Array.from({ length: count }, (_, index) => `test_w-${index}.bench`);
    await inParallel(tokens, (token) => readStore(mock.url, token));
    const { heap: created } = await mock.resourceUsage();
    log(`${count} workspaces created`);
    const started = performance.now();
    const ids = await bookInWorkspaces(mock.url, tokens, bookings);
    const seconds = (performance.now() - started) / 1000;
    const { heap: booked } = await mock.resourceUsage();
    log(`${count * bookings} bookings created`);
    const violations = await isolationViolations(mock.url, ids);
    const perWorkspace = (heap: number): number => Math.round(((heap - empty) / count) * 1e6) / 1e3;
    const measured = (what: string, unit: string, value: number) =>
      row(what, unit, { [column]: single(value) });
    return {
      versions: installedVersions(['@delivery-api/mock']),
      how:
        `One process has ${count} workspaces with ${bookings} bookings each, created by ` +
        `${connections} connections that alternate between all workspaces. A violation is a booking ` +
        'that a different workspace returns, or that its own workspace does not return. Memory is ' +
        'the heap after garbage collection.',
      tables: [
        {
          id: 'workspaces',
          title: 'Workspaces in one process',
          columns: [column],
          rows: [
            limitedRow('isolation violations', '', column, single(violations.length), {
              atMost: 0,
            }),
            measured(
              'memory of an idle workspace, with the default data',
              'kB',
              perWorkspace(created),
            ),
            measured(
              `memory of an idle workspace, with ${bookings} bookings`,
              'kB',
              perWorkspace(booked),
            ),
            measured('bookings', '1/s', Math.round((count * bookings) / seconds)),
          ],
        },
      ],
      notes: [],
    };
  } finally {
    await mock.stop('SIGKILL');
  }
};

/**
 * Creates bookings with the same references and keys in every workspace, alternating between them.
 *
 * @returns the booking IDs by token
 * @throws {Error} if a response is not 201
 */
export async function bookInWorkspaces(
  url: string,
  tokens: readonly string[],
  bookings: number,
): Promise<Map<string, string[]>> {
  const ids = new Map(tokens.map((token): [string, string[]] => [token, []]));
  const jobs = Array.from({ length: bookings }, (_, number) =>
    tokens.map((token) => ({ token, number })),
  ).flat();
  await inParallel(jobs, async ({ token, number }) => {
    const { status, text } = await send(`${url}/lastmile/acme/create_booking`, token, {
      key: `key-${number}-bench`,
      body: JSON.stringify(bookingRequest(`B-${number}`)),
    });
    if (status !== 201) throw new Error(`A booking of ${token} failed with ${status}: ${text}`);
    ids.get(token)?.push((JSON.parse(text) as { id: string }).id);
  });
  return ids;
}

/**
 * Compares the bookings that each workspace returns with the bookings that were created in it. Also
 * tries to read one booking of a different workspace from each workspace.
 *
 * @returns one line for each missing booking, and for each booking of a different workspace that is
 * listed or whose read does not return 404
 */
export async function isolationViolations(
  url: string,
  ids: ReadonlyMap<string, readonly string[]>,
): Promise<string[]> {
  const violations: string[] = [];
  const all = new Map([...ids].flatMap(([token, own]) => own.map((id) => [id, token] as const)));
  const tokens = [...ids.keys()];
  await inParallel(tokens.entries(), async ([index, token]) => {
    const name = /^test_([^.]+)\./.exec(token)?.[1];
    const { lastmile } = await sandboxControl(url)<{ lastmile: { bookings: { id: string }[] } }>(
      'GET',
      `/snapshot?limit=1000&workspace=${name}`,
    );
    const returned = new Set(lastmile.bookings.map(({ id }) => id));
    for (const id of ids.get(token) ?? [])
      if (!returned.has(id)) violations.push(`${token} does not return ${id}`);
    for (const id of returned)
      if ((all.get(id) ?? token) !== token) violations.push(`${token} returns ${id}`);
    const foreign = ids.get(tokens[(index + 1) % tokens.length] ?? '')?.[0];
    const { status } = await send(`${url}/lastmile/acme/get_booking_details/${foreign}`, token);
    if (tokens.length > 1 && status !== 404)
      violations.push(`${token} reads ${foreign} with ${status}`);
  });
  return violations;
}

async function readStore(url: string, token: string): Promise<void> {
  const { status } = await send(`${url}/lastmile/acme/get_store_info/${storeId}`, token);
  if (status !== 200) throw new Error(`The store of ${token} returned ${status}.`);
}

/** Used only for writes, because the mock closes connections that are idle for five seconds. */
const agent = new Agent({ keepAlive: true, maxSockets: connections });

function send(
  url: string,
  token: string,
  write?: { key: string; body: string },
): Promise<{ status: number; text: string }> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(write && { 'content-type': 'application/json', 'idempotency-key': write.key }),
  };
  return new Promise((resolve, reject) => {
    request(
      url,
      { method: write ? 'POST' : 'GET', agent: write === undefined ? false : agent, headers },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    )
      .on('error', reject)
      .end(write?.body);
  });
}

/** Runs a task for each item, at most `connections` tasks at a time. */
async function inParallel<Item>(
  items: Iterable<Item>,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await run(next.value);
  };
  await Promise.all(Array.from({ length: connections }, worker));
}
