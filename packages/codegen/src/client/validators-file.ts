import { type Contract, isObject, type Json, type Schema } from '@delivery-api/specs/contract';
import { resultTypes } from '../operations/results.ts';
import { banner, camelCase, docComment, lowerFirst, stringLiteral } from '../source/text.ts';

/** Keywords that are copied. Their values are JSON. */
const copied = [
  ['type', 'required', 'enum', 'const', 'minimum', 'maximum', 'minLength', 'maxLength'],
  ['minItems', 'maxItems', 'uniqueItems', 'maxProperties', 'dependentRequired'],
].flat();
/** Keywords whose value is a schema. */
const schemaKeywords = ['items', 'additionalProperties', 'propertyNames', 'if', 'then', 'else'];
const ignored = ['title', 'description', 'examples', 'default', 'deprecated', 'readOnly'];
const formats = ['date-time', 'date', 'uri', 'uri-reference', 'email'];
/** Number formats. They are ignored, because `minimum` and `maximum` limit the values. */
const numberFormats = ['int32', 'int64', 'double', 'float'];

/**
 * Generates `…-client/validators`: validators of the success response of each operation, of each
 * event, and of problems.
 *
 * @throws {Error} if a schema has a keyword that the validators do not support, or the success
 * responses of an operation do not all have the same component as their schema
 */
export function validatorsSource(contract: Contract): string {
  const { name, operations, webhooks } = contract;
  const declared = new Map<string, string>();
  const responses = operations.map((operation) => {
    const [type = '', ...others] = resultTypes(operation);
    if (type === 'undefined' || others.length > 0)
      throw new Error(
        `${operation.id}: all success responses must have the same component as their schema.`,
      );
    return { id: operation.id, name: `${operation.id}Response`, type };
  });
  const events = webhooks.map(({ name: event, content }) => ({
    name: `${camelCase(event)}Event`,
    type: content.schemaName ?? 'never',
    doc: `Validates a \`${event}\` event.`,
  }));
  const validators = [
    ...responses.map(({ id, ...one }) => ({
      ...one,
      doc: `Validates the body of a success response of \`${id}\`.`,
    })),
    { name: 'problem', type: 'Problem', doc: 'Validates the body of a 4xx or 5xx response.' },
    ...events,
  ];
  for (const { type } of validators) declare(contract, declared, type);
  const types = [...new Set(validators.map(({ type }) => type))].sort();
  return [
    banner(contract),
    `import { type ResponseCheck, responseChecker, type Schema, type Validator, validator } from '@delivery-api/client-core/validators';
import type { ${types.join(', ')} } from '@delivery-api/${name}-types';

export type { ResponseCheck, ValidationIssue, ValidationResult, Validator } from '@delivery-api/client-core/validators';

`,
    ...[...declared].map(
      ([component, source]) => `const ${schemaName(component)}: Schema = ${source};\n`,
    ),
    ...validators.map(
      (one) =>
        `\n${docComment(one.doc)}export const ${one.name}: Validator<${one.type}> = /* @__PURE__ */ validator(${schemaName(one.type)});\n`,
    ),
    '\n',
    docComment(
      'Validates the responses of all operations. Pass this function as the `checkResponse` option of a client.',
    ),
    `export const checkResponse: ResponseCheck = /* @__PURE__ */ responseChecker({ ${responses.map((one) => `${one.id}: ${one.name}`).join(', ')} }, problem);\n`,
  ].join('');
}

const schemaName = (component: string): string => `${lowerFirst(component)}Schema`;

/** Adds the source of a component, and of the components that it references. */
function declare(contract: Contract, declared: Map<string, string>, component: string): void {
  if (declared.has(component)) return;
  const schema = contract.schemas.get(component);
  if (schema === undefined) throw new Error(`schema ${component}: it does not exist.`);
  // Declared before its members, because a component can refer to itself.
  declared.set(component, '');
  declared.set(
    component,
    schemaSource(schema, component, (other) => {
      declare(contract, declared, other);
      return `() => ${schemaName(other)}`;
    }),
  );
}

type Refer = (component: string) => string;

/** Returns a schema as the source of an object literal. */
function schemaSource(schema: Schema, location: string, refer: Refer): string {
  const { $ref, ...keywords } = schema;
  if (typeof $ref === 'string') {
    const others = Object.keys(keywords).filter((keyword) => !isIgnored(keyword));
    if (others[0] !== undefined) throw unsupported(location, others[0]);
    return refer($ref.slice($ref.lastIndexOf('/') + 1));
  }
  const members = Object.entries(keywords).flatMap(([keyword, value]) =>
    keywordSource(keyword, value, schema, location, refer),
  );
  return `{ ${members.join(', ')} }`;
}

/** Returns the members for a keyword; an empty array if the keyword has no effect. */
function keywordSource(
  keyword: string,
  value: Json,
  { discriminator }: Schema,
  location: string,
  refer: Refer,
): string[] {
  if (isIgnored(keyword)) return [];
  if (copied.includes(keyword)) return [`${keyword}: ${JSON.stringify(value)}`];
  if (keyword === 'pattern') return [`pattern: ${new RegExp(String(value), 'u')}`];
  if (keyword === 'format' && numberFormats.includes(String(value))) return [];
  if (keyword === 'format' && formats.includes(String(value)))
    return [`format: ${stringLiteral(String(value))}`];
  if (keyword === 'properties' && isObject(value)) {
    const members = Object.entries(value).map(
      ([name, member]) =>
        `${JSON.stringify(name)}: ${schemaSource(member as Schema, `${location}.${name}`, refer)}`,
    );
    return [`properties: { ${members.join(', ')} }`];
  }
  if (schemaKeywords.includes(keyword) && isObject(value))
    return [`${keyword}: ${schemaSource(value, location, refer)}`];
  // Ignored: the schemas of `discriminator` contain the branches of the union.
  if (keyword === 'oneOf' && isObject(discriminator ?? null)) return [];
  if (keyword === 'discriminator' && isObject(value) && isObject(value.mapping ?? null)) {
    const branches = Object.entries(value.mapping as Schema).map(
      ([tag, $ref]) => `${JSON.stringify(tag)}: ${schemaSource({ $ref }, location, refer)}`,
    );
    const property = JSON.stringify(value.propertyName);
    return [`discriminator: { property: ${property}, schemas: { ${branches.join(', ')} } }`];
  }
  throw unsupported(location, keyword);
}

const isIgnored = (keyword: string): boolean =>
  keyword.startsWith('x-') || ignored.includes(keyword);

const unsupported = (location: string, keyword: string): Error =>
  new Error(
    `schema ${location}: the validators do not support this use of \`${keyword}\`. Add it to client-core/src/validators, or remove the keyword.`,
  );
