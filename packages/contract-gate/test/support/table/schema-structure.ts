import type { Edit, Editable } from '../contract.ts';
import { create, event, read, request, response, schemas, set } from './parts.ts';
import { adds, breaks, type Row, row } from './row.ts';
import { received, string } from './schema-values.ts';

const union = (discriminator: object) => (document: Editable) => {
  schemas(document).Box = { type: 'object', properties: { type: string, kind: string } };
  received({
    oneOf: [{ $ref: '#/components/schemas/Box' }],
    discriminator: { propertyName: 'type', ...discriminator },
  })(document);
};
const box = '#/components/schemas/Box';
const patch = { type: 'object', required: ['a'], properties: { a: string, b: string } };
const secondMediaType = set((d) => create(d).requestBody.content, {
  'application/merge-patch+json': { schema: structuredClone(patch) },
});
const second = (document: Editable) =>
  create(document).requestBody.content['application/merge-patch+json'].schema;

/** Changes to unions, references, media types, and other uses of a schema. */
export const schemaStructureRows: Row[] = [
  row(
    'response',
    'discriminator',
    breaks('a different discriminator property', union({ propertyName: 'kind' }), union({})),
    adds(
      'an additional value selects a type',
      union({ mapping: { a: box, b: box } }),
      union({ mapping: { a: box } }),
    ),
  ),
  row(
    'response',
    'discriminator value',
    breaks(
      'a different value selects a type',
      union({ mapping: { b: box } }),
      union({ mapping: { a: box } }),
    ),
    'clients compare the value',
  ),
  row(
    'response',
    'property name',
    breaks('a property is renamed', (d) => {
      response(d).properties.remark = response(d).properties.note;
      delete response(d).properties.note;
    }),
    'clients read a property by its name',
  ),
  row(
    'request',
    'default next to a reference',
    breaks(
      'the default changes',
      set((d) => request(d).properties.speed, { default: 'slow' }),
      set((d) => request(d).properties.speed, { default: 'fast' }),
    ),
    adds(
      'a default is specified',
      set((d) => request(d).properties.address, { default: {} }),
    ),
  ),
  row(
    'request',
    'readOnly next to a reference',
    breaks(
      'a property can no longer be sent',
      set((d) => request(d).properties.speed, { readOnly: true }),
    ),
    adds(
      'a property can be sent',
      (d) => delete request(d).properties.speed.readOnly,
      set((d) => request(d).properties.speed, { readOnly: true }),
    ),
  ),
  row(
    'request',
    'condition in a second media type',
    breaks('a new condition', set(second, { not: { required: ['a', 'b'] } }), secondMediaType),
    adds(
      'a condition is removed',
      (d) => delete second(d).not,
      (d) => {
        secondMediaType(d);
        second(d).not = { required: ['a', 'b'] };
      },
    ),
  ),
  row(
    'response',
    '`required` next to `allOf`',
    breaks('a property is no longer always present', besideAllOf([], {}), besideAllOf(['zip'])),
    adds('a property is always present', besideAllOf(['zip']), besideAllOf([])),
  ),
  row(
    'response',
    'recursive schema',
    breaks('a longer maximum length', tree(30), tree(20)),
    adds('a shorter maximum length', tree(20), tree(30)),
  ),
  row(
    'parameter',
    'style',
    breaks(
      'an array has a different serialization',
      set((d) => read(d).parameters[1], { explode: false }),
      (d) => read(d).parameters.push({ name: 'q', in: 'query', schema: { type: 'array' } }),
    ),
    'the service parses the parameter differently',
  ),
  row(
    'webhook',
    'range of a header',
    breaks(
      'a longer maximum length',
      set((d) => event(d).parameters[0].schema, { maxLength: 80 }),
      set((d) => event(d).parameters[0].schema, { maxLength: 40 }),
    ),
    adds(
      'a shorter maximum length',
      set((d) => event(d).parameters[0].schema, { maxLength: 40 }),
      set((d) => event(d).parameters[0].schema, { maxLength: 80 }),
    ),
  ),
];

function tree(maxLength: number): Edit {
  return (document) => {
    schemas(document).Tree = {
      type: 'object',
      properties: {
        label: { type: 'string', maxLength },
        children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
      },
    };
    response(document).properties.tree = { $ref: '#/components/schemas/Tree' };
  };
}

function besideAllOf(required: string[], ...further: object[]): Edit {
  return received({ allOf: [{ $ref: '#/components/schemas/AddressInput' }, ...further], required });
}
