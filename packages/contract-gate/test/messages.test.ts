import { describe, expect, it } from 'vitest';
import { compareContracts } from '../src/diff/compare.ts';
import { describeFinding } from '../src/diff/engine/finding-text.ts';
import { engineReason } from '../src/diff/engine/reasons.ts';
import { rate } from '../src/diff/rate.ts';
import { thisRepository } from '../src/repository/repository.ts';
import { type Edit, edited } from './support/contract.ts';
import { request, response, schemas } from './support/table/parts.ts';

describe('the description of a change that the engine finds', () => {
  const finding = { path: '#/a', typeName: 'Schema', impact: 'minor' as const, verdicts: [] };
  const changed = (property: string, before: unknown, after: unknown) =>
    describeFinding(
      {
        ...finding,
        kind: 'modified',
        property,
        base: { pointer: '#/a', ...(before !== undefined && { value: before }) },
        revision: { pointer: '#/a', ...(after !== undefined && { value: after }) },
      },
      '`X`',
    );
  const added = (typeName: string, path: string, name = '`X`') =>
    describeFinding({ ...finding, typeName, path, kind: 'added' }, name);

  it.each([
    [
      'a changed keyword',
      changed('maxLength', 400, 2048),
      '`maxLength` of `X` changed from `400` to `2048`',
    ],
    ['an added keyword', changed('maxLength', undefined, 64), '`X`: added `maxLength: 64`'],
    [
      'a removed keyword',
      changed('format', 'uuid', undefined),
      '`X`: removed `format` (was `uuid`)',
    ],
    ['changed examples', changed('examples', ['a'], ['b']), 'The examples of `X` changed'],
    ['new examples', changed('examples', undefined, ['b']), 'The examples of `X` are new'],
    [
      'a renamed property',
      changed('key', 'reason', 'reason_code'),
      'The property `reason` of `X` is renamed to `reason_code`',
    ],
    ['new properties', added('SchemaProperties', '#/a/properties'), '`X` has new `properties`'],
    ['a new branch of a condition', added('Schema', '#/a/then'), '`X` has a new `then`'],
    ['a new branch of a union', added('Schema', '#/a/oneOf/1'), '`X` has a new `oneOf` branch'],
    [
      'a new media type',
      added('MediaType', '#/a/content/text~1csv', 'the 200 response of `op`'),
      'The 200 response of `op` has a new media type `text/csv`',
    ],
    [
      'a new operation',
      added('Operation', '#/paths/~1a/get', '`getA`'),
      'The operation `getA` is new',
    ],
    ['a new path', added('PathItem', '#/paths/~1a', '`getA`'), 'The path `/a` is new'],
  ])('states %s', (_, text, expected) => {
    expect(text).toBe(expected);
  });
});

describe('the reason for a breaking change to a value', () => {
  const sent = { flow: 'sent', direction: 'request' } as const;
  const received = { flow: 'received', direction: 'response' } as const;
  const event = { flow: 'received', direction: 'webhook' } as const;

  it.each([
    ['requests', [sent], 'Requests that were valid are rejected.'],
    [
      'responses',
      [received],
      'Responses can contain values outside the range that was guaranteed.',
    ],
    ['events', [event], 'Events can contain values outside the range that was guaranteed.'],
    [
      'requests and responses',
      [sent, received],
      'Requests that were valid are rejected, or responses can contain values outside the range that was guaranteed.',
    ],
  ])('states the effect on %s', (_, uses, expected) => {
    expect(engineReason('schema-constraint-changed', uses)).toBe(expected);
  });

  it('the reason depends on the use of the schema that changed', async () => {
    const reasons = async (find: typeof request, after: object, before: object) => {
      const put =
        (schema: object): Edit =>
        (d) => {
          find(d).properties.value = schema;
        };
      const [base, revision] = [edited(put(before)), edited(put(after))];
      return (await compareContracts(base, revision, thisRepository)).map(({ reason }) => reason);
    };
    const [short, long] = [20, 40].map((maxLength) => ({ type: 'string', maxLength })) as [
      object,
      object,
    ];
    expect(await reasons(request, short, long)).toEqual(['Requests that were valid are rejected.']);
    expect(await reasons(response, long, short)).toEqual([
      'Responses can contain values outside the range that was guaranteed.',
    ]);
  });
});

describe('the messages of our rules', () => {
  const messages = (after: Edit, before: Edit = () => undefined) =>
    rate(edited(before), edited(before, after), []).map(({ what }) => what);

  it('the messages name the value whose description changed', () => {
    expect(
      messages((d) => {
        schemas(d).ParcelPhase['x-enumDescriptions'].open = 'New words.';
      }),
    ).toEqual(['The description of `open` in `ParcelPhase` changed.']);
  });

  it('the messages name the property that requires a further property', () => {
    expect(
      messages((d) => {
        request(d).dependentRequired = { note: ['address', 'speed'] };
      }),
    ).toEqual(['`CreateParcelRequest` with `note` now also requires `address` and `speed`.']);
  });

  it('the messages name the conditional schema that requires a property', () => {
    expect(messages((d) => request(d).then.required.push('address'))).toEqual([
      '`address` of `CreateParcelRequest` is now required in a conditional schema (`then`).',
    ]);
  });

  it.each([
    [true, 'always contain'],
    [false, 'can contain'],
  ])('the message about a new event header with `required: %s` says: %s', (required, verb) => {
    const header = { name: 'webhook-extra', in: 'header', required, schema: { type: 'string' } };
    expect(messages((d) => d.webhooks.parcelMoved.post.parameters.push(header))).toEqual([
      `\`parcelMoved\` events ${verb} the new \`webhook-extra\` header.`,
    ]);
  });

  it.each([
    ['extensions', 'now always contain'],
    ['optional_extensions', 'can now also contain'],
  ])('the message about a new member in `%s` of a problem code says: %s', (list, verb) => {
    expect(
      messages((d) =>
        Object.assign(d.components['x-error-catalogue'].common.busy, { [list]: ['existing_id'] }),
      ),
    ).toEqual([`Problems with the code \`busy\` ${verb} \`existing_id\`.`]);
  });

  it('the message about an unknown member of an extension names both', () => {
    expect(
      messages((d) => {
        d.webhooks.parcelMoved.post['x-webhook-delivery'].color = 'green';
      }),
    ).toEqual(['`color` of `x-webhook-delivery` is new.']);
  });

  it('the messages list all texts of a problem code that changed', () => {
    expect(
      messages((d) =>
        Object.assign(d.components['x-error-catalogue'].common.busy, {
          title: 'A',
          cause: 'B.',
          action: 'C.',
        }),
      ),
    ).toEqual(['The title, cause and action of `busy` changed.']);
  });
});
