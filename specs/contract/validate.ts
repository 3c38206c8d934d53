import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { enumValuesOf, isExtensibleEnum } from './enums.ts';
import { isObject } from './json.ts';
import type { Contract, Json, Schema } from './model.ts';

/** Validates a value and returns the errors with their locations; an empty array if it is valid. */
export type Validate = (schema: Schema, value: unknown) => string[];

export interface ValidateOptions {
  /** Whether extensible enums accept only their known values. Default: false. */
  knownValuesOnly?: boolean;
}

/**
 * Creates a strict validator (JSON Schema 2020-12 with formats) for examples, fixtures and the
 * responses of our servers. Rejects properties that the contract does not define, although clients
 * must accept them.
 */
export function createValidate(
  contract: Contract,
  { knownValuesOnly = false }: ValidateOptions = {},
): Validate {
  const read = knownValuesOnly ? withFixedEnums : <Value>(value: Value): Value => value;
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allErrors: true,
    allowUnionTypes: true,
  });
  addFormats.default(ajv);
  ajv.addFormat('int64', { type: 'number', validate: Number.isInteger });
  for (const keyword of [
    'components',
    'discriminator',
    'example',
    ...extensions(contract.document),
  ])
    ajv.addKeyword(keyword);
  const components = read(contract.document.components);
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value) => {
    const key = JSON.stringify(schema);
    let check = compiled.get(key);
    if (check === undefined) {
      check = ajv.compile({ $id: `contract:${compiled.size}`, components, ...read(schema) });
      compiled.set(key, check);
    }
    if (!check(value)) {
      return (check.errors ?? [])
        .filter(({ keyword }) => keyword !== 'if' && keyword !== 'oneOf')
        .map((error) => `${error.instancePath || '/'}: ${error.message}`);
    }
    return unknownProperties(value as Json, [schema], contract).map(
      (place) => `${place}: is not in the contract`,
    );
  };
}

/** Adds `enum` to extensible enums, so that they accept only their known values. */
function withFixedEnums<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withFixedEnums) as Value;
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [key, withFixedEnums(member)]);
  if (isExtensibleEnum(value)) members.push(['enum', enumValuesOf(value) ?? []]);
  return Object.fromEntries(members) as Value;
}

function extensions(node: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const item of node) extensions(item, found);
  else if (isObject(node)) {
    for (const [key, value] of Object.entries(node)) {
      if (key.startsWith('x-')) found.add(key);
      else extensions(value, found);
    }
  }
  return found;
}

function unknownProperties(value: Json, schemas: Schema[], contract: Contract, at = ''): string[] {
  const parts = [
    ...schemas.reduce((seen, schema) => collect(schema, contract, seen), new Set<Schema>()),
  ];
  const members = (key: string): Schema[] => parts.map((part) => part[key]).filter(isObject);
  if (Array.isArray(value)) {
    const items = members('items');
    return value.flatMap((item, index) =>
      items.length > 0 ? unknownProperties(item, items, contract, `${at}/${index}`) : [],
    );
  }
  if (!isObject(value) || members('additionalProperties').length > 0) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const known = members('properties')
      .map((properties) => properties[key])
      .filter(isObject);
    return known.length > 0
      ? unknownProperties(member, known, contract, `${at}/${key}`)
      : [`${at}/${key}`];
  });
}

function collect(schema: Schema, contract: Contract, seen: Set<Schema>): Set<Schema> {
  const node = contract.deref(schema);
  if (seen.has(node)) return seen;
  seen.add(node);
  for (const key of ['allOf', 'oneOf', 'anyOf'])
    for (const part of (node[key] as Schema[] | undefined) ?? []) collect(part, contract, seen);
  for (const key of ['then', 'else']) if (isObject(node[key])) collect(node[key], contract, seen);
  return seen;
}
