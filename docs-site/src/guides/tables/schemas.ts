import { type Contract, enumValuesOf, type Schema } from '@delivery-api/specs/contract';
import { SiteError } from '../../errors.ts';
import { named } from '../directive/input.ts';
import { code, table } from '../directive/markdown-table.ts';

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Lists the values of an enum with their meanings. */
export function enumValues(contract: Contract, name: string | undefined): string {
  const enums = new Map(
    [...contract.schemas].filter(
      ([, schema]) =>
        enumValuesOf(schema) !== undefined && schema['x-enumDescriptions'] !== undefined,
    ),
  );
  const schema = named(enums, name, 'enum');
  const meanings = asObject(schema['x-enumDescriptions']);
  const values = (enumValuesOf(schema) ?? []).map(String);
  return table(
    ['Value', 'Meaning'],
    values.map((value) => [code(value), String(meanings[value] ?? '')]),
  );
}

/** Returns the properties of a schema, including those of `allOf`. */
function members(contract: Contract, schema: Schema): [string, Schema][] {
  const whole = contract.deref(schema);
  const parts = Array.isArray(whole.allOf) ? (whole.allOf as Schema[]) : [];
  return [
    ...parts.flatMap((part) => members(contract, part)),
    ...(Object.entries(asObject(whole.properties)) as [string, Schema][]),
  ];
}

/** Lists the fields of a schema with their meanings. */
export function fields(contract: Contract, name: string | undefined): string {
  const found = members(contract, named(contract.schemas, name, 'schema'));
  if (found.length === 0) throw new SiteError(`the schema '${name}' has no fields.`);
  return table(
    ['Field', 'Meaning'],
    found.map(([field, schema]) => [
      code(field),
      String(schema.description ?? contract.deref(schema).description ?? ''),
    ]),
  );
}

/**
 * Lists the minimum and maximum length of the arrays in a schema, and of the arrays in their items.
 * Omits arrays without a maximum.
 */
export function bounds(contract: Contract, name: string | undefined): string {
  const rows: string[][] = [];
  const visit = (schema: Schema, within: string): void => {
    for (const [field, property] of members(contract, schema)) {
      const array = contract.deref(property);
      if (
        typeof array.maxItems !== 'number' ||
        typeof array.items !== 'object' ||
        array.items === null
      )
        continue;
      rows.push([
        code(within === '' ? field : `${within}[].${field}`),
        String(array.minItems ?? 0),
        String(array.maxItems),
      ]);
      if (within === '') visit(contract.deref(array.items as Schema), field);
    }
  };
  visit(named(contract.schemas, name, 'schema'), '');
  if (rows.length === 0) throw new SiteError(`the schema '${name}' has no arrays with a limit.`);
  return table(['Array', 'Minimum entries', 'Maximum entries'], rows);
}

/** Lists the fields with a deadline or an expiry time, except those of requests and problems. */
export function deadlines(contract: Contract): string {
  const rows = new Map<string, string[]>();
  for (const [schemaName, schema] of contract.schemas) {
    for (const [field, property] of Object.entries(asObject(schema.properties)) as [
      string,
      Schema,
    ][]) {
      const text = String(property.description ?? '');
      if (
        contract.deref(property).format !== 'date-time' ||
        !/(?:^|_)(?:by|until)$|expires_at$/.test(field) ||
        /Input$|Request$|^Problem/.test(schemaName)
      )
        continue;
      const key = `${field} ${text}`;
      if (!rows.has(key))
        rows.set(key, [
          `[${code(field)}](${contract.name}/reference.html#schema-${schemaName.toLowerCase()})`,
          schemaName,
          text,
        ]);
    }
  }
  return table(['Field', 'Schema', 'Description'], [...rows.values()]);
}
