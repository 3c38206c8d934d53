import { loadContract } from '../../contract/index.ts';
import { isObject } from '../../contract/json.ts';
import type { Contract, Example, Json, JsonObject, Schema } from '../../contract/model.ts';

/** Both contracts, loaded from their bundles. */
export const contracts = (['lastmile', 'marketplace'] as const).map((name) =>
  loadContract(new URL(`../../dist/${name}.json`, import.meta.url)),
);

/** Entries of the form `[name, contract]`, for parameterized tests. */
export const byName = contracts.map((contract) => [contract.name, contract] as const);

/** An example of a body, with the operation or webhook that it belongs to. */
export interface Shown {
  kind: 'request' | 'response' | 'problem' | 'event';
  /** The operationId, or the name of the webhook. */
  owner: string;
  status: number | undefined;
  schema: Schema;
  example: Example;
  /** Location for messages, such as `createBooking 201 booking_created`. */
  place: string;
}

/** Returns the examples of all bodies in a contract. */
export function shown(contract: Contract): Shown[] {
  const all: Shown[] = [];
  const add = (
    kind: Shown['kind'],
    owner: string,
    status: number | undefined,
    content: Contract['webhooks'][number]['content'] | undefined,
  ): void => {
    for (const example of content?.examples ?? []) {
      all.push({
        kind,
        owner,
        status,
        schema: content?.schema ?? {},
        example,
        place: [owner, status ?? kind, example.name].join(' '),
      });
    }
  };
  for (const { id, request, responses } of contract.operations) {
    add('request', id, undefined, request);
    for (const { status, content } of responses)
      add(status >= 400 ? 'problem' : 'response', id, status, content);
  }
  for (const { name, content } of contract.webhooks) add('event', name, undefined, content);
  return all;
}

/** An object in an example, with its schema. */
export interface Instance {
  value: JsonObject;
  schema: Schema;
  /** The name of the component, if the schema is a component. */
  schemaName: string | undefined;
  /** The example and the JSON Pointer within it. */
  place: string;
  in: Shown;
}

/** Returns every object in every example, with its schema. */
export const instances = (contract: Contract): Instance[] =>
  shown(contract).flatMap((one) => [
    ...walk(contract, one, one.schema, one.example.value, one.place),
  ]);

/** Returns every object in the examples that is an instance of the component `schemaName`. */
export const instancesOf = (contract: Contract, schemaName: string): Instance[] =>
  instances(contract).filter((one) => one.schemaName === schemaName);

function* walk(
  contract: Contract,
  from: Shown,
  written: Schema,
  value: Json,
  place: string,
): Generator<Instance> {
  const { schema, schemaName } = described(contract, written, value);
  if (Array.isArray(value)) {
    if (isObject(schema.items))
      for (const [index, item] of value.entries())
        yield* walk(contract, from, schema.items, item, `${place}/${index}`);
    return;
  }
  if (!isObject(value)) return;
  yield { value, schema, schemaName, place, in: from };
  for (const [key, member] of Object.entries(value)) {
    const property = isObject(schema.properties) ? schema.properties[key] : undefined;
    const next = property ?? schema.additionalProperties;
    if (isObject(next)) yield* walk(contract, from, next, member, `${place}/${key}`);
  }
}

/** Resolves references, and selects the branch of a union by its discriminator. */
function described(
  contract: Contract,
  written: Schema,
  value: Json,
): { schema: Schema; schemaName: string | undefined } {
  const schema = contract.deref(written);
  const schemaName = componentName(written);
  const discriminator = schema.discriminator as
    | { propertyName: string; mapping: Record<string, string> }
    | undefined;
  if (discriminator !== undefined && isObject(value)) {
    const branch = discriminator.mapping[String(value[discriminator.propertyName])];
    if (branch !== undefined) return described(contract, { $ref: branch }, value);
  }
  return { schema, schemaName };
}

/** Returns the name of the component that a schema refers to; undefined for other schemas. */
export const componentName = (schema: Json | undefined): string | undefined =>
  isObject(schema) && typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
