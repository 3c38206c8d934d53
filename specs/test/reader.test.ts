import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractError, loadContract, readContract } from '../contract/index.ts';
import { removeUnusedProblems } from '../contract/remove-unused-problems.ts';
import { byName, contracts } from './support/contracts.ts';

// The tests edit arbitrary members of the documents, so the documents have no type.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Editable = any;

const [original] = contracts.map(({ document }) => document);
const modified = (change: (document: Editable) => void): Editable => {
  const document = structuredClone(original);
  change(document);
  return document;
};
const operation = (document: Editable): Editable =>
  document.paths['/{partner_name}/create_booking'].post;
const webhook = (document: Editable): Editable => document.webhooks.bookingUpdated.post;

const invalidDocuments: [
  what: string,
  change: (document: Editable) => void,
  location: string,
  expected: string,
][] = [
  [
    'an unsupported OpenAPI version',
    (d) => {
      d.openapi = '3.0.3';
    },
    '#/openapi',
    'OpenAPI 3.1',
  ],
  [
    'an unknown interface',
    (d) => {
      d['x-interface'] = 'grocery';
    },
    '#/x-interface',
    "'lastmile' or 'marketplace'",
  ],
  [
    'a missing base URL of the documentation',
    (d) => {
      delete d['x-docs-base'];
    },
    '#/x-docs-base',
    'a string',
  ],
  [
    'a missing version',
    (d) => {
      delete d.info.version;
    },
    '#/info/version',
    'a string',
  ],
  [
    'an operation without an operationId',
    (d) => {
      delete operation(d).operationId;
    },
    '/operationId',
    'a string',
  ],
  [
    'an operation without a tag',
    (d) => {
      operation(d).tags = [];
    },
    '/tags',
    'a tag',
  ],
  [
    'an operation without limits',
    (d) => {
      delete operation(d)['x-limits'];
    },
    '/x-limits',
    'a number',
  ],
  [
    'a limit that is not a number',
    (d) => {
      operation(d)['x-limits'].timeout_seconds = 'long';
    },
    '/x-limits/timeout_seconds',
    'a number',
  ],
  [
    'an operation without a success response',
    (d) => {
      delete operation(d).responses['201'];
    },
    '/responses',
    'a response with a 2xx status',
  ],
  [
    'a status code range',
    (d) => {
      operation(d).responses['2XX'] = { description: 'x' };
    },
    '/responses/2XX',
    'a three-digit status code',
  ],
  [
    'a reference without a target',
    (d) => {
      operation(d).responses['201'] = { $ref: '#/components/responses/Gone' };
    },
    '/responses/201',
    "not '#/components/responses/Gone'",
  ],
  [
    'circular references between responses',
    (d) => {
      d.components.responses = {
        ...d.components.responses,
        A: { $ref: '#/components/responses/B' },
        B: { $ref: '#/components/responses/A' },
      };
      operation(d).responses['201'] = { $ref: '#/components/responses/A' };
    },
    '#/components/responses/',
    'a reference without a cycle',
  ],
  [
    'a parameter in a cookie',
    (d) => {
      operation(d).parameters.push({ name: 'a', in: 'cookie', schema: {} });
    },
    '/in',
    "'path' or 'query' or 'header'",
  ],
  [
    'a body without a schema',
    (d) => {
      operation(d).requestBody = { content: { 'application/json': {} } };
    },
    '/schema',
    'a schema',
  ],
  [
    'an example without a value',
    (d) => {
      operation(d).requestBody = {
        content: { 'application/json': { schema: {}, examples: { a: { summary: 'A' } } } },
      };
    },
    '/examples/a/value',
    'a value',
  ],
  [
    'a webhook without `x-webhook-delivery`',
    (d) => {
      delete webhook(d)['x-webhook-delivery'];
    },
    '/x-webhook-delivery',
    'a number',
  ],
  [
    'a webhook without a body',
    (d) => {
      delete webhook(d).requestBody;
    },
    '/requestBody',
    'a body',
  ],
  [
    'a webhook delivery without a test vector',
    (d) => {
      delete webhook(d)['x-webhook-delivery'].test_vector;
    },
    '/test_vector/secret',
    'a string',
  ],
  [
    'a problem code without an action',
    (d) => {
      delete d.components['x-error-catalogue'].common.validation_failed.action;
    },
    '/validation_failed/action',
    'a string',
  ],
  [
    'a state machine with an unknown `skips` value',
    (d) => {
      d.components.schemas.BookingStatus['x-state-machine'].skips = 'sideways';
    },
    '/x-state-machine/skips',
    "'forward' or 'none'",
  ],
  [
    'a state without a phase',
    (d) => {
      delete d.components.schemas.BookingStatus['x-state-machine'].states.pending.phase;
    },
    '/states/pending/phase',
    'a string',
  ],
  [
    'a scenario without a name',
    (d) => {
      delete d['x-scenarios'][0].name;
    },
    '#/x-scenarios/0/name',
    'a string',
  ],
  [
    'circular references between schemas',
    (d) => {
      d.components.schemas.A = { $ref: '#/components/schemas/B' };
      d.components.schemas.B = { $ref: '#/components/schemas/A' };
    },
    '#/components/schemas/',
    'a reference without a cycle',
  ],
  [
    'an array of schemas',
    (d) => {
      d.components.schemas = [];
    },
    '#/components/schemas',
    'an object',
  ],
];

describe('readContract with an invalid document', () => {
  it.each(invalidDocuments)(
    'readContract reports %s in one line with its location',
    (_, change, location, expected) => {
      const document = modified(change);
      let message = '';
      try {
        readContract(document, 'specs/lastmile.yaml');
      } catch (error) {
        expect(error).toBeInstanceOf(ContractError);
        message = (error as Error).message;
      }
      expect(message).toContain(location);
      expect(message).toContain(expected);
      expect(message).toMatch(/^specs\/lastmile\.yaml#\S*: [^\n]+$/);
    },
  );

  it.each([
    ['undefined', undefined],
    ['an array', []],
    ['a string', 'openapi: 3.1.0'],
  ])('readContract rejects %s', (_, document) => {
    expect(() => readContract(document, 'here')).toThrow(
      new ContractError('here: expected an OpenAPI document. Pass the bundled contract.'),
    );
  });
});

describe('loadContract', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'contract-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('loadContract reports a missing file and the command that builds it', () => {
    expect(() => loadContract(join(folder, 'none.json'))).toThrow(
      /none\.json: file not found\. Build it with `npm run build`, or specify another file\.$/,
    );
  });

  it.each([
    ['one line of YAML', 'openapi: 3.1.0\n'],
    ['several lines of YAML', `openapi: 3.1.0\n${'info: {}\n'.repeat(20)}`],
    ['a truncated document', '{\n"openapi":\n'],
    ['an empty file', ''],
  ])('loadContract reports in one line that %s is not JSON', (_, text) => {
    const file = join(folder, 'bundle.json');
    writeFileSync(file, text);
    expect(() => loadContract(file)).toThrow(
      /^[^\n]+bundle\.json: not JSON \([^\n]+\)\. Build it again with `npm run build`\.$/,
    );
  });
});

it.each(byName)(
  'the %s Problem schema has exactly the extension members of its own codes, apart from errors_truncated',
  (_, contract) => {
    const named = new Set(
      [...contract.problems.values()].flatMap(({ extensions, optionalExtensions }) => [
        ...extensions,
        ...optionalExtensions,
      ]),
    );
    const core = 'type title status detail instance code request_id retryable'.split(' ');
    const members = Object.keys(contract.schemas.get('Problem')?.properties as object);
    expect(
      members.filter((member) => !core.includes(member) && member !== 'errors_truncated').sort(),
    ).toEqual([...named].sort());
    expect(removeUnusedProblems(contract.document)).toEqual(contract.document);
  },
);
