import { describe, expect, it } from 'vitest';
import type { ProblemError } from '../../../sandbox/src/kernel/problem-error.ts';
import { checkValue } from '../../src/cli/arguments.ts';
import {
  clockSchema,
  deliveryFilterSchema,
  requestFilterSchema,
  resetSchema,
  secretSchema,
} from '../../src/schemas/control.ts';
import { checkOptions, optionSchemas } from '../../src/schemas/options.ts';
import { withQuery } from '../../src/schemas/query.ts';
import { parse, type Schema } from '../../src/schemas/validate.ts';

describe('errors in control requests', () => {
  const errorsOf = (schema: Schema, value: unknown): string[] => {
    try {
      parse(schema, value);
      return [];
    } catch (error) {
      const { errors } = error as ProblemError;
      return errors.map(({ pointer, code, message }) => `${pointer} ${code}: ${message}`);
    }
  };

  it.each<[Schema, unknown, string[]]>([
    [clockSchema, undefined, []],
    [clockSchema, { speed: 2, frozen: true, advance_seconds: 0 }, []],
    [clockSchema, { speed: undefined }, []],
    [clockSchema, 'fast', [' type: must be an object']],
    [clockSchema, { speed: 'x' }, ['/speed type: must be a number']],
    [clockSchema, { speed: Number.NaN }, ['/speed type: must be a number']],
    [clockSchema, { speed: 0.001 }, ['/speed minimum: must be at least 0.01']],
    [clockSchema, { speed: 100_001 }, ['/speed maximum: must be at most 100000']],
    [
      clockSchema,
      { sped: 1, frozen: 0 },
      [
        "/sped additional_properties: is unknown; did you mean 'speed'?",
        '/frozen type: must be true or false',
      ],
    ],
    [
      clockSchema,
      { 'a/b~c': 1 },
      ['/a~1b~0c additional_properties: is unknown; use one of speed, frozen, advance_seconds'],
    ],
    [resetSchema, { seed: '' }, ['/seed min_length: must not be empty']],
    [
      resetSchema,
      { seed: 'x'.repeat(201) },
      ['/seed max_length: must have at most 200 characters'],
    ],
    [resetSchema, { data: { lastmile: [] } }, ['/data/lastmile type: must be an object']],
    [requestFilterSchema, { limit: 1.5 }, ['/limit type: must be an integer']],
    [
      deliveryFilterSchema,
      { interface: 'lastmil' },
      ["/interface enum: must be one of lastmile, marketplace; did you mean 'lastmile'?"],
    ],
    [
      secretSchema,
      'x',
      [' format: must be whsec_ followed by the Base64 encoding of 24 to 64 bytes'],
    ],
  ])(
    'the errors in case %# have the expected pointer, code and message',
    (schema, value, expected) => {
      expect(errorsOf(schema, value)).toEqual(expected);
    },
  );

  it('the error in a query has the parameter instead of a pointer', () => {
    expect(() => withQuery('limit=0', (values) => parse(requestFilterSchema, values))).toThrow(
      expect.objectContaining({
        code: 'invalid_parameter',
        errors: [{ parameter: 'limit', code: 'minimum', message: 'must be at least 1' }],
      }),
    );
  });
});

describe('errors in options', () => {
  it.each<[Record<string, unknown>, string]>([
    [{ host: 1 }, 'host: expected a host name or an IP address, not 1.'],
    [{ log: 'x' }, 'log: expected a function, not "x".'],
    [{ seed: 7 }, 'seed: expected a string, not 7.'],
    [{ limits: 'yes' }, 'limits: expected true or false, not "yes".'],
    [{ clock: { speed: 0 } }, 'clock.speed: expected a number from 0.01 to 100,000, not 0.'],
    [{ mode: 'examples', clock: {} }, 'clock: expected a function in examples mode.'],
    [
      { mode: 'proxy', upstreams: { lastmile: 'http://a?b' } },
      "upstreams.lastmile: must not contain '?' or '#'.",
    ],
    [
      { mode: 'proxy', upstreams: { lastmile: 'http://a' }, timeoutSeconds: 0 },
      'timeoutSeconds: expected a number from 0.01 to 3,600, not 0.',
    ],
    [
      { mode: 'proxy', interfaces: ['lastmile'], upstreams: { lastmile: 'http://a' } },
      'interfaces: not accepted in proxy mode; upstreams specifies the interfaces.',
    ],
    [
      { mode: 'proxy' },
      "upstreams: expected an object with at least one URL, such as { lastmile: 'http://127.0.0.1:3000' }.",
    ],
  ])('checkOptions rejects %j', (options, message) => {
    expect(() => checkOptions(options as never)).toThrow(
      expect.objectContaining({ name: 'MockError', message }),
    );
  });

  it('checkOptions accepts an option with the value undefined', () => {
    expect(() => checkOptions({ seed: undefined } as never)).not.toThrow();
  });
});

describe('errors in command-line options', () => {
  it.each<[keyof typeof optionSchemas, string, string | undefined]>([
    ['port', '0', undefined],
    ['port', '1e3', "--port must be an integer from 0 to 65535; got '1e3'."],
    ['speed', ' ', "--speed must be a number from 0.01 to 100,000; got ' '."],
    ['start', 'now', "--start must be a time such as 2026-11-20T18:00:00Z; got 'now'."],
    [
      'mode',
      'sandbx',
      "--mode must be sandbox, examples or proxy; got 'sandbx'. Did you mean sandbox?",
    ],
  ])(
    'the --%s option with the value %j has the expected error, or none if it is valid',
    (name, text, message) => {
      const check = () => checkValue(name, optionSchemas[name], text);
      if (message === undefined) expect(check).not.toThrow();
      else expect(check).toThrow(expect.objectContaining({ name: 'UsageError', message }));
    },
  );
});
