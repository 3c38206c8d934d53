import type { Operation } from '@delivery-api/specs/contract';
import { type Attack, type Attacker, printable } from '../attack.ts';
import { exampleOf } from '../examples.ts';
import { marker } from '../hostile.ts';
import { interfaces, type Judged, judge, parsed } from '../judge.ts';
import { type MockProcess, startMockProcess } from '../mock-process.ts';
import { type Kind, type Shot, shotAt } from '../requests.ts';
import { Line, type WireAnswer } from '../wire.ts';

const atATime = 8;

/** Generated requests to every operation: valid, nearly valid, hostile. */
export const requests: Attack = {
  name: 'requests',
  title: 'generated requests to every operation, each answer held against the contract',
  async run(attacker) {
    const mock = await startMockProcess([
      '--quiet',
      '--seed',
      'attack',
      '--start',
      '2026-11-20T18:00:00Z',
      '--max-entries',
      '500',
    ]);
    try {
      return await attackOperations(mock.port, attacker, mock);
    } finally {
      await mock.stop();
    }
  },
};

/**
 * Attacks every operation on a port.
 *
 * @returns how many of the valid requests were answered with a success
 */
export async function attackOperations(
  port: number,
  attacker: Attacker,
  mock?: MockProcess,
): Promise<string> {
  const live = await beginnings(port);
  const shots: { judged: Judged; operation: Operation; shot: Shot; kind: Kind }[] = [];
  for (const judged of interfaces) {
    for (const operation of judged.contract.operations) {
      for (let run = 0; run < attacker.runs; run++) {
        const kind: Kind = run % 10 === 0 ? 'valid' : run % 10 < 5 ? 'nearly' : 'hostile';
        shots.push({
          judged,
          operation,
          kind,
          shot: shotAt(
            judged.name,
            operation,
            kind,
            attacker.random,
            live.get(operation.path.split('/').find((part) => live.has(part)) ?? ''),
          ),
        });
      }
    }
  }
  const statuses = new Map<number, number>();
  let successes = 0;
  let next = 0;
  const worker = async (): Promise<void> => {
    const line = new Line(port);
    for (;;) {
      const one = shots[next++];
      if (one === undefined || mock?.isAlive() === false) break;
      attacker.tried();
      const answer = await line.ask(one.shot.bytes, one.shot.method);
      if (typeof answer !== 'string')
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (one.kind === 'valid' && typeof answer !== 'string' && answer.status < 500) successes++;
      for (const what of faultsOf(one.judged, one.operation, one.shot, answer))
        attacker.tell(what, printable(one.shot.bytes));
    }
    line.close();
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  if (mock?.isAlive() === false) attacker.tell('the mock ended', mock.output().slice(-500));
  const log = await fetch(`http://127.0.0.1:${port}/_sandbox/requests?limit=1000`);
  const seen = (await log.json()) as { path: string; answer_findings?: string[] }[];
  for (const { path, answer_findings = [] } of seen)
    for (const what of answer_findings)
      attacker.tell(`the mock finds fault with its own answer: ${what}`, path);
  return `${successes} valid ones answered; ${[...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, many]) => `${status}: ${many}`)
    .join(', ')}`;
}

/** Bookings and orders that exist, by the word of the path that they belong to. */
async function beginnings(port: number): Promise<Map<string, string[]>> {
  const made = new Map<string, string[]>([
    ['get_booking_details', []],
    ['orders', []],
  ]);
  const post = async (path: string, body: unknown, headers = {}): Promise<string> => {
    const sent = {
      'Content-Type': 'application/json',
      Authorization: 'Bearer test_attack',
      ...headers,
    };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: sent,
      body: JSON.stringify(body),
    });
    return String(((await response.json()) as { id?: string }).id);
  };
  const booking = exampleOf('createBooking', 'reassignment_booking_request');
  for (let count = 0; count < 20; count++) {
    const key = { 'Idempotency-Key': `beginning-${port}-${count}` };
    made
      .get('get_booking_details')
      ?.push(
        await post(
          '/lastmile/acme/create_booking',
          { ...booking, external_reference: `beginning-${count}` },
          key,
        ),
      );
    made.get('orders')?.push(await post('/_sandbox/orders', {}));
  }
  return made.set('cancel_booking', made.get('get_booking_details') ?? []);
}

function faultsOf(
  judged: Judged,
  operation: Operation,
  { method, bytes, asksForFailure }: Shot,
  answer: WireAnswer | 'closed' | 'silence',
): string[] {
  if (answer === 'silence') return ['no answer within ten seconds'];
  if (answer === 'closed')
    return asksForFailure ? [] : ['the connection was closed without an answer'];
  if (answer.status >= 500 && !asksForFailure)
    return [`a ${answer.status} that nobody asked for: ${answer.text.slice(0, 300)}`];
  const problem = parsed(answer.text) as { code?: string } | undefined;
  // What never reached an operation can only be refused as by the server.
  const isItsMethod =
    method === operation.method.toUpperCase() || (method === 'HEAD' && operation.method === 'get');
  const reached =
    problem?.code === 'path_not_found' || (answer.status >= 400 && !isItsMethod)
      ? undefined
      : operation;
  const found = judge(judged, reached, answer, method);
  if (answer.text.includes(marker) && !bytes.includes(marker))
    found.push('a prototype was polluted');
  if (Object.keys(answer.headers).some((name) => name === 'set-cookie' || name === 'x-injected'))
    found.push('a header was injected');
  if (/\.[jt]s:\d+:\d+/.test(answer.text)) found.push('a stack trace is told');
  return found.map((what) => `${answer.status} to ${method} ${operation.id}: ${what}`);
}
