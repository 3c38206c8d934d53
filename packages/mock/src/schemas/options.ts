import type { ErrorObject } from 'ajv';
import { type InterfaceName, MockError, type MockOptions, type Mode } from '../api/types.ts';
import { storeDescription } from '../storage/address.ts';
import { boolean, integer, number, object } from './build.ts';
import { speedSchema } from './control.ts';
import { messageOf, type Schema, schemaErrors } from './validate.ts';

export const interfaceNames: readonly InterfaceName[] = ['lastmile', 'marketplace'];
export const modes: readonly Mode[] = ['sandbox', 'examples', 'proxy'];

const isFunction: Schema = { isFunction: true, description: 'a function' };

/** The schemas of single values, which the command line also uses. */
export const optionSchemas = {
  mode: { enum: modes, description: 'sandbox, examples or proxy' },
  port: {
    ...integer(0, 65_535),
    description: 'an integer from 0 to 65535',
  },
  allowHost: {
    type: 'string',
    format: 'host-name',
    description: 'a host name without a port, such as mock.internal',
  },
  allowOrigin: {
    type: 'string',
    format: 'origin',
    description: 'an origin without a path, such as http://localhost:4000',
  },
  interface: { enum: interfaceNames, description: interfaceNames.join(' or ') },
  seed: { type: 'string', description: 'a string' },
  maxEntries: {
    ...integer(1, 10_000_000),
    description: 'an integer from 1 to 10,000,000',
  },
  start: {
    type: 'string',
    format: 'instant',
    description: 'a time such as 2026-11-20T18:00:00Z',
  },
  speed: speedSchema,
  store: { type: 'string', format: 'store', description: storeDescription },
  advertiseUrl: {
    type: 'string',
    format: 'base-url',
    description: 'an http or https URL, such as http://10.0.0.5:4010',
  },
} satisfies Record<string, Schema>;

const {
  mode,
  port,
  allowHost,
  allowOrigin,
  interface: interfaceName,
  seed,
  maxEntries,
} = optionSchemas;
const common = {
  mode,
  port,
  host: { type: 'string', description: 'a host name or an IP address' },
  allowHosts: {
    type: 'array',
    items: { ...allowHost, description: 'an array of host names without a port' },
  },
  allowOrigins: {
    type: 'array',
    items: { ...allowOrigin, description: 'an array of origins such as http://localhost:4000' },
  },
  log: isFunction,
};
const interfaces: Schema = {
  type: 'array',
  minItems: 1,
  items: interfaceName,
  description: 'an array with at least one interface',
};

/**
 * The schema of the options for each mode. `webhooks` and `data` are validated later, with the
 * schemas of the control API.
 */
const schemas: Readonly<Record<Mode, Schema>> = {
  examples: object({
    ...common,
    interfaces,
    clock: { ...isFunction, description: 'a function in examples mode' },
    random: isFunction,
  }),
  sandbox: object({
    ...common,
    interfaces,
    seed,
    clock: {
      ...object({ start: optionSchemas.start, speed: speedSchema, frozen: boolean }),
      description: 'an object with start, speed or frozen in sandbox mode',
    },
    webhooks: {},
    data: {},
    store: optionSchemas.store,
    cluster: {
      ...object(
        {
          advertiseUrl: optionSchemas.advertiseUrl,
          secret: {
            type: 'string',
            pattern: '^[!-~]{16,200}$',
            description: '16 to 200 visible ASCII characters',
          },
        },
        ['advertiseUrl', 'secret'],
      ),
      description: 'an object with advertiseUrl and secret',
    },
    operatorToken: {
      type: 'string',
      pattern: '^[!-~]{16,200}$',
      description: '16 to 200 visible ASCII characters',
    },
    maxEntries,
    limits: boolean,
    memoryBudget: number(1, Number.MAX_SAFE_INTEGER),
  }),
  proxy: object(
    {
      ...common,
      upstreams: {
        ...object({
          lastmile: { type: 'string', format: 'base-url' },
          marketplace: { type: 'string', format: 'base-url' },
        }),
        minProperties: 1,
        description:
          "an object with at least one URL, such as { lastmile: 'http://127.0.0.1:3000' }",
      },
      timeoutSeconds: number(0.01, 3_600),
    },
    ['upstreams'],
  ),
};

/**
 * Validates the options of `startMock`.
 *
 * @throws {MockError} for the first invalid option
 */
export function checkOptions(options: MockOptions): void {
  const { mode: selectedMode = 'sandbox' } = options;
  const schema = schemas[selectedMode];
  const [error] =
    schema === undefined
      ? schemaErrors(object({ mode }), { mode: selectedMode })
      : schemaErrors(schema, withoutUndefined(options));
  if (error !== undefined) throw new MockError(`${optionMessage(selectedMode, error)}.`);
}

const withoutUndefined = (options: object): object =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

function optionMessage(selectedMode: Mode, error: ErrorObject): string {
  const { instancePath, keyword, params, parentSchema } = error;
  const path = instancePath
    .slice(1)
    .replace(/\/\d+$/, '')
    .replaceAll('/', '.');
  if (keyword === 'additionalProperties') {
    const name: string = params.additionalProperty;
    if (path === 'upstreams')
      return `upstreams: expected ${interfaceName.description}, not '${name}'`;
    return path === '' ? unknownOption(selectedMode, name) : `${path}.${name}: unknown option`;
  }
  if (keyword === 'required')
    return `${params.missingProperty}: expected ${parentSchema?.properties[params.missingProperty].description}`;
  const { description } = parentSchema ?? {};
  if (description === undefined) return `${path}: ${messageOf(error)}`;
  return `${path}: expected ${description}${typeof error.data === 'object' || typeof error.data === 'function' ? '' : `, not ${quoted(error)}`}`;
}

const quoted = ({ keyword, data }: ErrorObject): string =>
  keyword === 'enum' ? `'${data}'` : (JSON.stringify(data) ?? String(data));

function unknownOption(selectedMode: Mode, name: string): string {
  if (selectedMode === 'proxy' && name === 'interfaces')
    return 'interfaces: not accepted in proxy mode; upstreams specifies the interfaces';
  const owner = modes.find((other) => Object.hasOwn(schemas[other].properties, name));
  return owner === undefined ? `${name}: unknown option` : `${name}: requires mode: '${owner}'`;
}
