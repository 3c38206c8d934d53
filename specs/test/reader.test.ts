import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractError, loadContract, readContract } from '../contract/index.ts';
import { removeUnusedProblems } from '../contract/remove-unused-problems.ts';
import { createValidate } from '../contract/validate.ts';
import { byName, contracts } from './support/contracts.ts';

// The documents are bent at will here, so their members are taken as they come.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Loose = any;

const [original] = contracts.map(({ document }) => document);
const bent = (change: (document: Loose) => void): Loose => {
  const document = structuredClone(original);
  change(document);
  return document;
};
const operation = (document: Loose): Loose => document.paths['/{partner_name}/create_booking'].post;
const webhook = (document: Loose): Loose => document.webhooks.bookingUpdated.post;

const broken: [what: string, change: (document: Loose) => void, place: string, expected: string][] =
  [
    [
      'another version of OpenAPI',
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
      'no base address of the reference',
      (d) => {
        delete d['x-docs-base'];
      },
      '#/x-docs-base',
      'a string',
    ],
    [
      'no version',
      (d) => {
        delete d.info.version;
      },
      '#/info/version',
      'a string',
    ],
    [
      'an operation without an id',
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
      'a limit that is no number',
      (d) => {
        operation(d)['x-limits'].timeout_seconds = 'long';
      },
      '/x-limits/timeout_seconds',
      'a number',
    ],
    [
      'an operation without success',
      (d) => {
        delete operation(d).responses['201'];
      },
      '/responses',
      'a response with a 2xx status',
    ],
    [
      'a status that is a range',
      (d) => {
        operation(d).responses['2XX'] = { description: 'x' };
      },
      '/responses/2XX',
      'a status of three digits',
    ],
    [
      'a reference that leads nowhere',
      (d) => {
        operation(d).responses['201'] = { $ref: '#/components/responses/Gone' };
      },
      '/responses/201',
      "not '#/components/responses/Gone'",
    ],
    [
      'references in a circle',
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
      'a webhook without a delivery',
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
      'a delivery without a test vector',
      (d) => {
        delete webhook(d)['x-webhook-delivery'].test_vector;
      },
      '/test_vector/secret',
      'a string',
    ],
    [
      'a code without an action',
      (d) => {
        delete d.components['x-error-catalogue'].common.validation_failed.action;
      },
      '/validation_failed/action',
      'a string',
    ],
    [
      'a machine that skips sideways',
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
      'a scenario without a course',
      (d) => {
        delete d['x-scenarios'][0].name;
      },
      '#/x-scenarios/0/name',
      'a string',
    ],
    [
      'schemas that are a list',
      (d) => {
        d.components.schemas = [];
      },
      '#/components/schemas',
      'an object',
    ],
  ];

describe('reading a broken document', () => {
  it.each(broken)('%s is one line with the place', (_, change, place, expected) => {
    const document = bent(change);
    let message = '';
    try {
      readContract(document, 'specs/lastmile.yaml');
    } catch (error) {
      expect(error).toBeInstanceOf(ContractError);
      message = (error as Error).message;
    }
    expect(message).toContain(place);
    expect(message).toContain(expected);
    expect(message).toMatch(/^specs\/lastmile\.yaml#\S*: [^\n]+$/);
  });

  it.each([
    ['nothing', undefined],
    ['a list', []],
    ['a text', 'openapi: 3.1.0'],
  ])('%s is no document', (_, document) => {
    expect(() => readContract(document, 'here')).toThrow(
      new ContractError('here: expected an OpenAPI document. Is it the bundle?'),
    );
  });
});

describe('loading a file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'contract-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('says that it is not there, and how to build it', () => {
    expect(() => loadContract(join(folder, 'none.json'))).toThrow(
      /none\.json: there is no such file\. Build it with `npm run build`, or name another\.$/,
    );
  });

  it.each([
    ['a line of YAML', 'openapi: 3.1.0\n'],
    ['a page of YAML', `openapi: 3.1.0\n${'info: {}\n'.repeat(20)}`],
    ['half of a document', '{\n"openapi":\n'],
    ['nothing', ''],
  ])('says in one line that %s is not JSON', (_, text) => {
    const file = join(folder, 'bundle.json');
    writeFileSync(file, text);
    expect(() => loadContract(file)).toThrow(
      /^[^\n]+bundle\.json: not JSON \([^\n]+\)\. Build it again with `npm run build`\.$/,
    );
  });
});

describe.each(byName)('the strict check of %s', (_, contract) => {
  const validate = createValidate(contract);
  const [problem] = contract.operations
    .flatMap(({ responses }) => responses.filter(({ status }) => status === 401))
    .map(({ content }) => content);
  const value = problem?.examples[0]?.value as Record<string, unknown>;

  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      'a property that the contract does not name',
      { colour: 'red' },
      /^\/colour: is not in the contract$/,
    ],
    ['a value of another type', { status: '401' }, /^\/status: must be integer$/],
    ['a value that breaks its pattern', { code: 'Not A Code' }, /^\/code: must match pattern/],
    ['a missing property', { title: undefined }, /^\/: must have required property 'title'$/],
    [
      'an unknown property deep inside',
      { errors: [{ code: 'required', message: 'm', pointr: '/a' }] },
      /^\/errors\/0\/pointr: is not in the contract$/,
    ],
  ])('finds %s', (_what, change, finding) => {
    const findings = validate(
      problem?.schema ?? {},
      JSON.parse(JSON.stringify({ ...value, ...change })),
    );
    expect(findings).toEqual([expect.stringMatching(finding)]);
  });

  it('takes a new value of every enum that may grow, unless only known values are asked for', () => {
    const strict = createValidate(contract, { knownValuesOnly: true });
    const growing = [...contract.schemas].filter(
      ([, schema]) => schema['x-extensible-enum'] === true,
    );
    expect(growing.length).toBeGreaterThan(3);
    for (const [name, { enum: known }] of growing) {
      const schema = { $ref: `#/components/schemas/${name}` };
      expect(validate(schema, 'of_a_later_version'), name).toEqual([]);
      expect(validate(schema, 7), name).toEqual(['/: must be string']);
      expect(strict(schema, 'of_a_later_version'), name).toEqual([
        '/: must be equal to one of the allowed values',
      ]);
      expect(strict(schema, (known as string[])[0]), name).toEqual([]);
    }
  });
});

it.each(byName)(
  'the Problem of %s has the extensions of its own codes, and no others',
  (_, contract) => {
    const named = new Set([...contract.problems.values()].flatMap(({ extensions }) => extensions));
    const core = [
      'type',
      'title',
      'status',
      'detail',
      'instance',
      'code',
      'request_id',
      'retryable',
    ];
    const members = Object.keys(contract.schemas.get('Problem')?.properties as object);
    expect(
      members.filter((member) => !core.includes(member) && member !== 'errors_truncated').sort(),
    ).toEqual([...named].sort());
    expect(removeUnusedProblems(contract.document)).toEqual(contract.document);
  },
);
