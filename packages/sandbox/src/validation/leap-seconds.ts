import type { Contract, Json, JsonObject, Schema } from '@delivery-api/specs/contract';
import { schemasAt } from './schemas-at.ts';

const pattern = /^(.*T\d\d:\d\d):60(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/**
 * Returns a value with each leap second (`23:59:60Z`) replaced by the second after it, in UTC.
 * RFC 3339 allows leap seconds; `Date` does not. Only fields with the format `date-time` change.
 */
export function replaceLeapSeconds<Value>(contract: Contract, schema: Schema, value: Value): Value {
  // A menu has thousands of entities, and their schemas are slow to look up.
  return containsLeapSecond(value as Json)
    ? (replace(contract, [schema], value as Json) as Value)
    : value;
}

/**
 * Replaces the leap seconds in data that consists of lists.
 *
 * @param schemaNames the schema name of the entries, for each list
 */
export const replaceLeapSecondsInLists = (
  contract: Contract,
  schemaNames: Readonly<Record<string, string>>,
  data: JsonObject,
): JsonObject =>
  Object.fromEntries(
    Object.entries(data).map(([kind, list]) => {
      const items = contract.schemas.get(schemaNames[kind] ?? '');
      return [kind, items === undefined ? list : replaceLeapSeconds(contract, { items }, list)];
    }),
  );

function containsLeapSecond(value: Json | undefined): boolean {
  if (typeof value === 'string') return pattern.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(containsLeapSecond);
}

function replace(contract: Contract, schemas: readonly Schema[], value: Json): Json {
  const below = (key: string): Schema[] =>
    schemas.flatMap((schema) => schemasAt(contract, schema, [key]));
  if (Array.isArray(value)) return value.map((item) => replace(contract, below('0'), item));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value as JsonObject).map(([key, member]) => [
        key,
        replace(contract, below(key), member),
      ]),
    );
  const [, minute, fraction = '', offset] = pattern.exec(String(value)) ?? [];
  if (minute === undefined || !schemas.some(({ format }) => format === 'date-time')) return value;
  return new Date(Date.parse(`${minute}:59${fraction}${offset}`) + 1_000).toISOString();
}
