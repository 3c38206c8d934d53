import { isInstant } from '@delivery-api/sandbox/kernel/instant.ts';
import {
  type CommonOptions,
  type InterfaceName,
  MockError,
  type MockOptions,
  type Mode,
} from './public.ts';

export const interfaceNames: readonly InterfaceName[] = ['lastmile', 'marketplace'];
export const modes: readonly Mode[] = ['sandbox', 'examples', 'proxy'];

const common: readonly (keyof CommonOptions | 'mode')[] = [
  'port',
  'host',
  'allowHosts',
  'interfaces',
  'log',
  'mode',
];
const own: Readonly<Record<Mode, readonly string[]>> = {
  examples: ['clock', 'random'],
  proxy: ['upstreams', 'timeoutSeconds'],
  sandbox: ['seed', 'clock', 'webhooks', 'data', 'maxEntries', 'limits'],
};

/**
 * What an option has to be, for those that TypeScript alone does not guard; the sandbox itself
 * judges `webhooks` and `data`.
 */
const rules: Readonly<Record<string, { expected: string; fits: (value: unknown) => boolean }>> = {
  port: {
    expected: 'a whole number from 0 (any free one) to 65535',
    fits: (value) => isWhole(value, 0, 65_535),
  },
  allowHosts: {
    expected: 'a list of host names without a port',
    fits: (value) =>
      Array.isArray(value) && value.every((name) => typeof name === 'string' && isHostName(name)),
  },
  seed: { expected: 'a text', fits: (value) => typeof value === 'string' },
  maxEntries: {
    expected: 'a whole number from 1 to 10,000,000',
    fits: (value) => isWhole(value, 1, 10_000_000),
  },
  timeoutSeconds: {
    expected: 'a number from 0.01 to 3600',
    fits: (value) => typeof value === 'number' && value >= 0.01 && value <= 3_600,
  },
  limits: { expected: 'true or false', fits: (value) => typeof value === 'boolean' },
  'clock.start': {
    expected: 'a time such as 2026-11-20T18:00:00Z',
    fits: (value) => typeof value === 'string' && isInstant(value),
  },
  'clock.speed': {
    expected: 'a number from 0.01 to 100,000',
    fits: (value) => typeof value === 'number' && value >= 0.01 && value <= 100_000,
  },
  'clock.frozen': { expected: 'true or false', fits: (value) => typeof value === 'boolean' },
};

/**
 * Checks what {@link startMock} was given.
 *
 * @throws {MockError} at the first option that makes no sense
 */
export function checkOptions(options: MockOptions): void {
  const { mode = 'sandbox', interfaces = interfaceNames } = options;
  if (!modes.includes(mode))
    throw new MockError(`mode: expected ${modes.join(' or ')}, not '${mode}'.`);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || common.includes(name as 'port') || own[mode].includes(name))
      continue;
    const elsewhere = modes.find((other) => own[other].includes(name));
    throw new MockError(
      elsewhere === undefined
        ? `${name}: there is no such option.`
        : `${name}: only the mode ${elsewhere} has it; say mode: '${elsewhere}'.`,
    );
  }
  const clock = 'clock' in options ? options.clock : undefined;
  const isFunction = typeof clock === 'function';
  if (clock !== undefined && isFunction === (mode === 'sandbox')) {
    throw new MockError(
      `clock: expected ${mode === 'sandbox' ? 'start, speed or frozen as an object' : 'a function'} in the mode ${mode}.`,
    );
  }
  const nested =
    clock === undefined || isFunction
      ? {}
      : Object.fromEntries(Object.entries(clock).map(([name, value]) => [`clock.${name}`, value]));
  for (const [name, value] of Object.entries({ ...options, ...nested })) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined && name.startsWith('clock.'))
      throw new MockError(`${name}: there is no such option.`);
    if (value !== undefined && rule?.fits(value) === false)
      throw new MockError(
        `${name}: expected ${rule.expected}, not ${JSON.stringify(value) ?? value}.`,
      );
  }
  const unknown = interfaces.find((name) => !interfaceNames.includes(name));
  if (unknown !== undefined)
    throw new MockError(`interfaces: expected ${interfaceNames.join(' or ')}, not '${unknown}'.`);
  if (mode === 'proxy' && options.interfaces !== undefined)
    throw new MockError('interfaces: in the mode proxy, upstreams says which to serve.');
  if (interfaces.length === 0) throw new MockError('interfaces: expected at least one.');
}

/** Whether a text is a name or address as it stands in the header `Host`, without a port. */
export const isHostName = (name: string): boolean =>
  /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(name);

const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
