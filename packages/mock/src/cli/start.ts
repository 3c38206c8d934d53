import type {
  Mock,
  MockError,
  MockOptions,
  ProxyMock,
  Sandbox,
  SandboxData,
  SandboxOptions,
} from '../api/types.ts';
import { isLoopbackName } from '../http/guard.ts';
import { logLine } from '../http/log-line.ts';
import { interfaceNames } from '../schemas/options.ts';
import { withoutPassword } from '../storage/address.ts';
import { type CommandLine, UsageError } from './arguments.ts';
import { readJsonFile } from './files.ts';
import { createOutput, type Output, waitForEnd } from './output.ts';
import { endProxy, proxyOptionNames, readReportOptions, readUpstreams } from './proxy-options.ts';
import { readStoreOptions, storeOptionNames } from './store-options.ts';

export type StartMock = (options: MockOptions) => Promise<Mock | Sandbox | ProxyMock>;

const sandboxOptionNames = [
  'speed',
  'frozen',
  'start',
  'seed',
  'webhook',
  'secret',
  'data',
  'max-entries',
  'limits',
  ...storeOptionNames,
];

/**
 * Starts the mock, and stops it on a signal or when the output is closed. Prints the URLs and,
 * without `--quiet`, a line for each request.
 *
 * @param load loads the library
 * @returns the exit code, after the mock has stopped
 */
export async function start(line: CommandLine, load: () => Promise<StartMock>): Promise<number> {
  const output = createOutput(line.has('json'));
  const options = readOptions(line, output);
  const { port, host = '127.0.0.1' } = options;
  const reportOptions = readReportOptions(line);
  const mock = await (await load())(options).catch((error: MockError) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${port} on ${host} is in use. Select another port with --port; 0 selects a free port.`,
    );
  });
  const ended = waitForEnd();
  printStart(mock, options, output);
  await ended;
  await mock.stop();
  return 'report' in mock ? endProxy(mock, reportOptions, output) : 0;
}

function readOptions(line: CommandLine, { colors, print }: Output): MockOptions {
  const mode = (line.value('mode') ?? 'sandbox') as 'sandbox' | 'examples' | 'proxy';
  requireMode(line, mode, 'sandbox', sandboxOptionNames);
  requireMode(line, mode, 'proxy', proxyOptionNames);
  if (mode === 'proxy' && line.has('interface'))
    throw new UsageError('In proxy mode, --upstream specifies the interfaces. Remove --interface.');
  const interfaces = interfaceNames.filter((name) => line.values('interface')?.includes(name));
  const common = {
    port: Number(line.value('port') ?? 4010),
    host: line.value('host') ?? '127.0.0.1',
    ...(line.has('allow-host') && { allowHosts: line.values('allow-host') ?? [] }),
    ...(line.has('allow-origin') && { allowOrigins: line.values('allow-origin') ?? [] }),
    ...(interfaces.length > 0 && { interfaces }),
    ...(!line.has('quiet') && {
      log: (_: string, exchange: Parameters<typeof logLine>[0]) =>
        print(logLine(exchange, colors), exchange),
    }),
  };
  if (mode === 'proxy') return { ...common, mode, upstreams: readUpstreams(line) };
  if (mode === 'examples') return { ...common, mode };
  return { ...common, mode, ...readSandboxOptions(line, common.interfaces ?? interfaceNames) };
}

/**
 * Rejects the options `names` unless `mode` is the mode that they require.
 *
 * @throws {UsageError} if the command line contains one of the options in another mode
 */
function requireMode(
  line: CommandLine,
  mode: string,
  needed: string,
  names: readonly string[],
): void {
  const name = mode === needed ? undefined : names.find((one) => line.has(one));
  if (name !== undefined) throw new UsageError(`--${name} requires ${needed} mode.`);
}

function readSandboxOptions(
  line: CommandLine,
  served: readonly string[],
): Omit<SandboxOptions, 'mode'> {
  const [speed, startTime, seed, url, file, maxEntries] = [
    'speed',
    'start',
    'seed',
    'webhook',
    'data',
    'max-entries',
  ].map((name) => line.value(name));
  const secrets = line.values('secret');
  if (secrets !== undefined && url === undefined)
    throw new UsageError(
      '--secret requires --webhook. Set the URL that receives the signed events.',
    );
  const target = url === undefined ? undefined : { url, ...(secrets !== undefined && { secrets }) };
  return {
    clock: {
      ...(speed !== undefined && { speed: Number(speed) }),
      ...(line.has('frozen') && { frozen: true }),
      ...(startTime !== undefined && { start: startTime }),
    },
    ...(seed !== undefined && { seed }),
    ...(target !== undefined && {
      webhooks: Object.fromEntries(served.map((name) => [name, target])),
    }),
    ...(file !== undefined && { data: readJsonFile(file) as SandboxData }),
    ...(maxEntries !== undefined && { maxEntries: Number(maxEntries) }),
    limits: line.has('limits'),
    ...readStoreOptions(line),
  };
}

/** Prints the URLs and settings of a mock. */
function printStart(
  mock: Mock | Sandbox | ProxyMock,
  options: MockOptions,
  { print }: Output,
): void {
  const { host = '127.0.0.1' } = options;
  const upstreams = options.mode === 'proxy' ? options.upstreams : undefined;
  const interfaces =
    upstreams === undefined
      ? (options.interfaces ?? interfaceNames)
      : interfaceNames.filter((name) => name in upstreams);
  const lines = interfaces.map((name) => row(name, mock[name]));
  lines.push(row('health', `${mock.url}/_sandbox/health`));
  const value: Record<string, unknown> = {
    url: mock.url,
    mode: mock.mode,
    ...Object.fromEntries(interfaces.map((name) => [name, mock[name]])),
  };
  if ('seed' in mock) lines.push(row('control', `${mock.url}/_sandbox`));
  if ('store' in options && options.store !== undefined) {
    const store = withoutPassword(options.store);
    Object.assign(value, { store });
    lines.push(row('store', store));
  }
  const own = 'seed' in mock && ownsDefaultWorkspace(mock) ? mock : undefined;
  if (own !== undefined) {
    const targets = own.webhooks();
    const [target] = Object.values(targets).filter((one) => one !== null);
    Object.assign(value, { seed: own.seed, clock: own.clock(), webhooks: targets });
    lines.push(row('seed', own.seed));
    if (target !== undefined)
      lines.push(row('webhooks', `${target.url}, signed with ${target.secrets.join(' and ')}`));
  }
  if (upstreams !== undefined) {
    Object.assign(value, { upstreams });
    lines.push(
      row('report', `${mock.url}/_sandbox/report`),
      ...Object.entries(upstreams).map(([name, url]) => row('upstream', `${url} for ${name}`)),
    );
  }
  if (!isLoopbackName(host)) lines.push(`Listening on ${host}: other machines can reach the mock.`);
  lines.push(`${statusOf(mock, own, upstreams !== undefined)} Press Control+C to stop.`);
  print(lines.join('\n'), value);
}

/** Returns whether this process owns the default workspace. A different replica may own it. */
function ownsDefaultWorkspace(mock: Sandbox): boolean {
  try {
    mock.clock();
    return true;
  } catch {
    return false;
  }
}

function statusOf(mock: { mode: string }, own: Sandbox | undefined, isProxy: boolean): string {
  if (own !== undefined) return clockStatus(own);
  if (mock.mode === 'sandbox') return 'Running as a replica of a shared sandbox.';
  return isProxy
    ? 'Comparing requests and responses with the contract.'
    : 'Responding with examples.';
}

const row = (name: string, text: string): string => `${name.padEnd(12)} ${text}`;

function clockStatus(sandbox: Sandbox): string {
  const { now, speed, frozen } = sandbox.clock();
  if (frozen)
    return `Sandbox running with the clock frozen at ${now}. To advance the clock, run \`delivery-mock advance --seconds 60\`.`;
  return speed === 1
    ? 'Sandbox running in real time.'
    : `Sandbox running at ${speed} simulated seconds per real second.`;
}
