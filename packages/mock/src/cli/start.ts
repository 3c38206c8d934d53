import { isInstant } from '@delivery-api/sandbox/kernel/instant.ts';
import { isLoopbackName } from '../http/guard.ts';
import { logLine } from '../http/log-line.ts';
import { endingOf, endProxy, ofTheProxy, upstreamsOf } from '../modes/proxy/command.ts';
import { isHostName } from '../options.ts';
import type {
  InterfaceName,
  Mock,
  MockError,
  MockOptions,
  Mode,
  ProxyMock,
  Sandbox,
  SandboxData,
  SandboxOptions,
} from '../public.ts';
import {
  addressOf,
  checkSecrets,
  type Line,
  numberOf,
  oneOf,
  portOf,
  UsageError,
  wholeNumber,
} from './arguments.ts';
import { readJsonFile } from './files.ts';
import { createOutput, type Output, untilTheEnd } from './output.ts';

export type StartMock = (options: MockOptions) => Promise<Mock | Sandbox | ProxyMock>;

const modes: readonly Mode[] = ['sandbox', 'examples', 'proxy'];
const interfaceNames: readonly InterfaceName[] = ['lastmile', 'marketplace'];
const ofTheSandbox = [
  'speed',
  'frozen',
  'start',
  'seed',
  'webhook',
  'secret',
  'data',
  'max-entries',
  'limits',
];

/**
 * Starts the mock, prints where it is and a line for each request, and ends it at the first signal.
 *
 * @returns the exit code, once it has ended
 */
export async function start(line: Line, load: () => Promise<StartMock>): Promise<number> {
  const output = createOutput(line.has('json'));
  const options = optionsOf(line, output);
  const { port, host = '127.0.0.1' } = options;
  const ending = endingOf(line);
  const mock = await (await load())(options).catch((error: MockError) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${port} is taken on ${host}. Choose another with --port, or --port 0 for any free one.`,
    );
  });
  const ended = untilTheEnd();
  introduce(mock, options, output);
  await ended;
  await mock.stop();
  return 'report' in mock ? endProxy(mock, ending, output) : 0;
}

function optionsOf(line: Line, { paint, print }: Output): MockOptions {
  const mode = oneOf('mode', line.value('mode') ?? 'sandbox', modes);
  const foreign = mode === 'sandbox' ? undefined : ofTheSandbox.find((name) => line.has(name));
  if (foreign !== undefined) throw new UsageError(`--${foreign} needs the mode sandbox.`);
  const ofAProxy = mode === 'proxy' ? undefined : ofTheProxy.find((name) => line.has(name));
  if (ofAProxy !== undefined) throw new UsageError(`--${ofAProxy} needs the mode proxy.`);
  if (mode === 'proxy' && line.has('interface'))
    throw new UsageError('In the mode proxy, --upstream says which interfaces to serve.');
  const named = line.values('interface')?.map((name) => oneOf('interface', name, interfaceNames));
  const common = {
    port: portOf(line.value('port') ?? '4010'),
    host: line.value('host') ?? '127.0.0.1',
    ...(line.has('allow-host') && { allowHosts: hostNames(line.values('allow-host')) }),
    ...(named !== undefined && { interfaces: named }),
    ...(!line.has('quiet') && {
      log: (_: string, exchange: Parameters<typeof logLine>[0]) =>
        print(logLine(exchange, paint), exchange),
    }),
  };
  if (mode === 'proxy') return { ...common, mode, upstreams: upstreamsOf(line) };
  return mode === 'sandbox'
    ? { ...common, mode, ...sandboxOptionsOf(line, named ?? interfaceNames) }
    : { ...common, mode };
}

function hostNames(names: readonly string[] = []): readonly string[] {
  const wrong = names.find((name) => !isHostName(name));
  if (wrong !== undefined)
    throw new UsageError(
      `--allow-host takes a host name without a port, such as mock.internal, not '${wrong}'.`,
    );
  return names;
}

function sandboxOptionsOf(
  line: Line,
  served: readonly InterfaceName[],
): Omit<SandboxOptions, 'mode'> {
  const [speed, begin, seed, url, file, most] = [
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
      '--secret says what signs the events that go to --webhook; say where that is.',
    );
  checkSecrets(secrets);
  if (begin !== undefined && !isInstant(begin))
    throw new UsageError(`--start takes a time such as 2026-11-20T18:00:00Z, not '${begin}'.`);
  const target =
    url === undefined
      ? undefined
      : { url: addressOf('webhook', url), ...(secrets !== undefined && { secrets }) };
  return {
    clock: {
      ...(speed !== undefined && { speed: numberOf('speed', speed, 0.01, 100_000) }),
      ...(line.has('frozen') && { frozen: true }),
      ...(begin !== undefined && { start: begin }),
    },
    ...(seed !== undefined && { seed }),
    ...(target !== undefined && {
      webhooks: Object.fromEntries(served.map((name) => [name, target])),
    }),
    ...(file !== undefined && { data: readJsonFile(file) as SandboxData }),
    ...(most !== undefined && { maxEntries: wholeNumber('max-entries', most, 1, 10_000_000) }),
    limits: line.has('limits'),
  };
}

function introduce(
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
  if ('seed' in mock) {
    const targets = mock.webhooks();
    const [target] = Object.values(targets).filter((one) => one !== null);
    Object.assign(value, { seed: mock.seed, clock: mock.clock(), webhooks: targets });
    lines.push(row('control', `${mock.url}/_sandbox`), row('seed', mock.seed));
    if (target !== undefined)
      lines.push(row('webhooks', `${target.url} signed with ${target.secrets.join(' and ')}`));
  }
  if (upstreams !== undefined) {
    Object.assign(value, { upstreams });
    lines.push(
      row('report', `${mock.url}/_sandbox/report`),
      ...Object.entries(upstreams).map(([name, url]) => row('upstream', `${url} for ${name}`)),
    );
  }
  if (!isLoopbackName(host)) lines.push(`Listening on ${host}: other machines can reach it.`);
  const what =
    'seed' in mock
      ? pace(mock)
      : upstreams === undefined
        ? 'Answering with examples.'
        : 'Judging what passes.';
  lines.push(`${what} Ctrl-C ends it.`);
  print(lines.join('\n'), value);
}

const row = (name: string, text: string): string => `${name.padEnd(12)} ${text}`;

function pace(sandbox: Sandbox): string {
  const { now, speed, frozen } = sandbox.clock();
  if (frozen)
    return `A sandbox whose time stands still at ${now}; delivery-mock advance --seconds 60 moves it.`;
  return speed === 1
    ? 'A sandbox in real time.'
    : `A sandbox in which a second lasts ${Number((1 / speed).toPrecision(3))} s.`;
}
