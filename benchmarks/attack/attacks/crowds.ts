import { connect, type Socket } from 'node:net';
import { type Attack, type Attacker, printable } from '../attack.ts';
import { type MockProcess, startMockProcess } from '../mock-process.ts';
import { Line, talk } from '../wire.ts';
import { attackOperations } from './requests.ts';
import { isWell } from './wire.ts';

const head = (method: string, path: string, more = ''): string =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer test_attack\r\n${more}`;
const read = `${head('GET', '/lastmile/acme/get_store_info/sto_01JD3M7X9KQA')}\r\n`;

/** So many that a mock that gave each its own thread or file would be gone. */
const many = 10_000;

/**
 * For so long nobody may be answered, in milliseconds, before those who wait count as forgotten.
 */
const patience = 30_000;

/** Many at once, and slow ones; then the mock has to be as before. */
export const crowds: Attack = {
  name: 'crowds',
  title: '10,000 at once, slow requests, streams that nobody reads; then memory and descriptors',
  async run(attacker) {
    const mock = await startMockProcess(
      ['--quiet', '--frozen', '--start', '2026-11-20T18:00:00Z', '--max-entries', '200'],
      { inspected: true },
    );
    try {
      // What fills up once and stays, such as compiled checks, is no leak.
      await attackOperations(mock.port, { ...attacker, runs: 30, tell: () => {}, tried: () => {} });
      await atOnce(mock, attacker, 500);
      await restored(mock);
      const before = await mock.level();
      const begun = performance.now();
      const answered = await atOnce(mock, attacker, many);
      const seconds = (performance.now() - begun) / 1000;
      await slowOnes(mock, attacker);
      await deafOnes(mock, attacker);
      await attackOperations(mock.port, { ...attacker, runs: 30, tried: () => {} });
      await restored(mock);
      const after = await mock.level();
      if (after.heap > before.heap + 10)
        attacker.tell(
          `memory does not return to its level: ${before.heap.toFixed(1)} MB before, ${after.heap.toFixed(1)} MB after`,
          'npm run attack -- crowds',
        );
      if (
        before.descriptors !== undefined &&
        after.descriptors !== undefined &&
        after.descriptors > before.descriptors + 5
      )
        attacker.tell(
          `descriptors do not return to their level: ${before.descriptors} before, ${after.descriptors} after`,
          'npm run attack -- crowds',
        );
      return `${answered} of ${many} answered in ${seconds.toFixed(1)} s; heap ${before.heap.toFixed(1)} MB → ${after.heap.toFixed(1)} MB, descriptors ${before.descriptors} → ${after.descriptors}`;
    } finally {
      await mock.stop();
    }
  },
};

/** Lets the sandbox forget, and what is closing close. */
async function restored(mock: MockProcess): Promise<void> {
  await fetch(`${mock.url}/_sandbox/reset`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
  });
  for (let patience = 50; patience > 0; patience--) {
    const { descriptors = 0 } = await mock.level();
    if (descriptors < 60) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** As many connections as requests, all open before the first request is sent. */
async function atOnce(
  mock: MockProcess,
  { tell, tried }: Attacker,
  count: number,
): Promise<number> {
  tried(count);
  const sockets = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<Socket | undefined>((resolve) => {
          const socket = connect(mock.port, '127.0.0.1', () => resolve(socket));
          socket.once('error', () => resolve(undefined));
        }),
    ),
  );
  const open = sockets.filter((socket) => socket !== undefined);
  let heard = performance.now();
  const outcomes = await Promise.all(
    open.map(
      (socket) =>
        new Promise<string>((resolve) => {
          const timer = setInterval(
            () => performance.now() - heard > patience && end('silence'),
            1_000,
          );
          const end = (outcome: string): void => {
            clearInterval(timer);
            heard = performance.now();
            resolve(outcome);
          };
          socket.once('data', (chunk: Buffer) => end(chunk.toString('latin1', 9, 12)));
          socket.once('error', () => end('broken')).once('close', () => end('closed'));
          socket.write(read);
        }),
    ),
  );
  for (const socket of open) socket.destroy();
  const answered = outcomes.filter((one) => one === '200').length;
  if (answered < count)
    tell(
      `${count - answered} of ${count} requests at once are not answered with 200 (${[...new Set(outcomes)].join(', ')}, ${count - open.length} not connected)`,
      printable(read),
    );
  if (!mock.isAlive()) tell(`the mock ended: ${mock.output().slice(-300)}`, printable(read));
  return answered;
}

/** Requests that dribble, or stop in the middle: the others must not notice. */
async function slowOnes(mock: MockProcess, attacker: Attacker): Promise<void> {
  const beginnings = [
    'GET /lastm',
    head('GET', '/lastmile/acme/get_store_info/x', 'X-Slow: '),
    head(
      'POST',
      '/lastmile/acme/create_estimate',
      'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"',
    ),
    head(
      'POST',
      '/marketplace/menu',
      'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a',
    ),
    head(
      'POST',
      '/_sandbox/reset',
      'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    ),
    head(
      'POST',
      '/marketplace/menu',
      'Content-Encoding: gzip\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n\x1f\x8b',
    ),
  ];
  const slow = await Promise.all(
    Array.from(
      { length: 600 },
      (_, index) =>
        new Promise<Socket>((resolve) => {
          const socket = connect(mock.port, '127.0.0.1', () => resolve(socket));
          socket.on('error', () => {});
          socket.write(Buffer.from(beginnings[index % beginnings.length] as string, 'latin1'));
        }),
    ),
  );
  attacker.tried(slow.length);
  const dribble = setInterval(() => slow.forEach((socket) => void socket.write(' ')), 200);
  const line = new Line(mock.port);
  for (let count = 0; count < 50; count++) {
    const answer = await line.ask(Buffer.from(read), 'GET', 5_000);
    if (typeof answer === 'string' || answer.status !== 200)
      attacker.tell(
        `a plain read beside 600 slow requests: ${typeof answer === 'string' ? answer : answer.status}`,
        printable(beginnings.join('\n')),
      );
  }
  line.close();
  clearInterval(dribble);
  for (const socket of slow) socket.destroy();
  await isWell(mock.port, attacker);
}

/** Streams of changes, and large answers, whose readers never read. */
async function deafOnes(mock: MockProcess, attacker: Attacker): Promise<void> {
  const deaf = await Promise.all(
    Array.from(
      { length: 100 },
      (_, index) =>
        new Promise<Socket>((resolve) => {
          const socket = connect(mock.port, '127.0.0.1', () => {
            socket.pause();
            socket.write(
              head('GET', index % 2 === 0 ? '/_sandbox/events' : '/_sandbox/snapshot', '\r\n'),
            );
            if (index % 2 !== 0)
              for (let more = 0; more < 20; more++)
                socket.write(head('GET', '/_sandbox/requests?limit=1000', '\r\n'));
            resolve(socket);
          });
          socket.on('error', () => {});
        }),
    ),
  );
  attacker.tried(deaf.length);
  for (let count = 0; count < 20; count++) await talk(mock.port, read.repeat(50), { answers: 50 });
  await isWell(mock.port, attacker);
  for (const socket of deaf) socket.destroy();
}
