import { logLine } from '../log-line.ts';
import type { Mock, MockError, MockOptions } from '../public.ts';
import { isLoopbackName } from '../server/guard.ts';
import type { Command } from './arguments.ts';
import { colours, wantsColour } from './paint.ts';

type Start = Extract<Command, { command: 'start' }>;

/**
 * Starts the mock, prints where it is and a line for each request, and ends it at the first signal.
 *
 * @returns the exit code, once it has ended
 */
export async function run(start: Start, startMock: (options: MockOptions) => Promise<Mock>): Promise<number> {
  const { port, host, mode, interfaces, quiet } = start;
  const paint = wantsColour(process.stdout.isTTY, process.env) ? colours : undefined;
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const mock = await startMock({
    port,
    host,
    mode,
    ...(interfaces !== undefined && { interfaces }),
    ...(!quiet && { log: (_, exchange) => print(logLine(exchange, paint)) }),
  }).catch((error: MockError) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${port} is taken on ${host}. Choose another with --port, or --port 0 for any free one.`);
  });
  for (const name of interfaces ?? (['lastmile', 'marketplace'] as const)) print(`${name.padEnd(12)} ${mock[name]}`);
  print(`${'health'.padEnd(12)} ${mock.url}/_sandbox/health`);
  if (!isLoopbackName(host)) print(`Listening on ${host}: other machines can reach it.`);
  print(`Answering with examples. Ctrl-C ends it.`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    // Whoever reads the log has gone, as in `delivery-mock | head`.
    process.stdout.on('error', () => resolve());
  });
  await mock.stop();
  return 0;
}
