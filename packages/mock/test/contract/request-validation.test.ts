import { type Mock, startMock } from '@delivery-api/mock';
import type { Contract, Json, JsonObject, Schema } from '@delivery-api/specs/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations, validRequest } from '../../../sandbox/test/support/contracts.ts';
import { expectProblem } from '../support/expect-response.ts';
import { send } from '../support/send.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ mode: 'examples' });
});
afterAll(() => mock.stop());

const writes = operations.filter(({ operation }) => operation.request !== undefined);
type SchemaPath = readonly (string | 0)[];
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the locations of all objects with properties; follows a recursive schema once. */
function objectPaths(
  contract: Contract,
  schema: Schema,
  path: SchemaPath = [],
  above: readonly Schema[] = [],
): SchemaPath[] {
  const node = contract.deref(schema);
  if (above.filter((one) => one === node).length > 1) return [];
  const within = (child: Json | undefined, ...key: SchemaPath): SchemaPath[] =>
    isObject(child) ? objectPaths(contract, child, [...path, ...key], [...above, node]) : [];
  const below = [
    ...Object.entries(isObject(node.properties) ? node.properties : {}).flatMap(([key, child]) =>
      within(child, key),
    ),
    ...within(node.items, 0),
    ...['oneOf', 'anyOf', 'allOf'].flatMap((key) =>
      Array.isArray(node[key]) ? node[key].flatMap((child) => within(child)) : [],
    ),
  ];
  return isObject(node.properties) ? [path, ...below] : below;
}

/**
 * Returns the value with a change at a location. Creates missing parents, because the test needs
 * only the location.
 */
function changed(
  value: Json | undefined,
  path: SchemaPath,
  change: (value: JsonObject) => JsonObject,
): Json {
  const [key, ...rest] = path;
  if (key === undefined) return change(isObject(value) ? value : {});
  if (key === 0) return [changed(Array.isArray(value) ? value[0] : undefined, rest, change)];
  const parent = isObject(value) ? value : {};
  return { ...parent, [key]: changed(parent[key], rest, change) };
}

const post = ({ name, operation }: (typeof operations)[number], body: Json) => {
  const request = validRequest(operation);
  return send({
    ...request,
    port: mock.port,
    path: `/${name}${request.path}`,
    body: JSON.stringify(body),
  });
};

/**
 * Returns the expected code. Errors in the arrays of a menu have their own code; errors outside the
 * arrays take precedence.
 */
const codeOf = (id: string, pointers: readonly string[]): string =>
  id === 'submitMenu' &&
  pointers.every((pointer) => /^\/(menus|categories|items|modifier_groups)\/\d/.test(pointer))
    ? 'menu_invalid'
    : 'validation_failed';

/**
 * Returns the branch of a union that the discriminator of a body selects; the schema itself if it
 * is not a union or the body selects no branch.
 */
function selectedBranch(contract: Contract, schema: Schema, body: Json): Schema {
  const { discriminator } = contract.deref(schema) as {
    discriminator?: { propertyName: string; mapping: Record<string, string> };
  };
  if (discriminator === undefined || !isObject(body)) return schema;
  const $ref = discriminator.mapping[String(body[discriminator.propertyName])];
  return $ref === undefined ? schema : { $ref };
}

describe.each(writes)('$title', (one) => {
  const { contract, operation, validate } = one;
  const request = operation.request;
  if (request === undefined) throw new Error('unreachable');
  const example = request.examples[0]?.value ?? {};
  const paths = [
    ...new Map(
      objectPaths(contract, request.schema).map((path) => [path.join('/'), path]),
    ).values(),
  ];

  it.each(paths.map((path) => ({ path, title: `/${path.join('/')}` })))(
    'rejects an unknown field in the object at $title',
    async ({ path }) => {
      const response = await post(
        one,
        changed(example, path, (value) => ({ ...value, zzz_unknown: 1 })),
      );
      const pointer = `/${[...path, 'zzz_unknown'].join('/')}`;
      expectProblem(one, response, codeOf(operation.id, [pointer]));
      const found = (response.json.errors as JsonObject[]).find(
        (error) => error.pointer === pointer,
      );
      expect(found).toMatchObject({ code: 'additional_properties', message: 'is unknown' });
    },
  );

  it('accepts and rejects the same bodies as a JSON Schema 2020-12 validator for missing fields and wrong types', async () => {
    const seen = new Set<string>();
    for (const { name, value } of request.examples) {
      for (const [what, mutant] of mutants(value)) {
        // Mutants of different items in one array are equivalent; test each kind once.
        const kind = what.replace(/\/\d+/g, '/*');
        if (seen.has(kind)) continue;
        seen.add(kind);
        const response = await post(one, mutant);
        const expectedErrors = validate(request.schema, mutant);
        expect([name, what, response.status === 422], expectedErrors.join('; ')).toEqual([
          name,
          what,
          expectedErrors.length > 0,
        ]);
        if (response.status !== 422) continue;
        const inBranch = validate(selectedBranch(contract, request.schema, mutant), mutant);
        expectProblem(one, response, codeOf(operation.id, inBranch));
      }
    }
  });
});

/** Yields copies of the value, each with one value removed, emptied or replaced. */
function* mutants(value: Json, path = ''): Generator<[string, Json]> {
  if (Array.isArray(value)) {
    yield [`${path} emptied`, []];
    for (const [index, item] of value.entries()) {
      for (const [what, mutant] of mutants(item, `${path}/${index}`))
        yield [what, value.with(index, mutant)];
    }
  } else if (isObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      const { [key]: _, ...others } = value;
      yield [`${path}/${key} removed`, others];
      for (const [what, mutant] of mutants(member, `${path}/${key}`))
        yield [what, { ...value, [key]: mutant }];
    }
  }
  for (const other of [null, true, -1.5, '', 'ß'.repeat(3000), {}, []])
    yield [`${path} as ${JSON.stringify(other).slice(0, 9)}`, other];
}
