import { documentRule } from './document-node.js';
import { enumValuesOf, everySchema } from './traversal.js';

/**
 * A table for an enum (`x-enumDescriptions` or `x-blockers`) has one row for each value except
 * null, and no other rows.
 */
export const enumTables = documentRule((root) => {
  for (const { schema } of everySchema(root)) {
    for (const table of ['x-enumDescriptions', 'x-blockers']) {
      const rows = schema.at(table);
      if (!rows.exists) continue;
      const values = enumValuesOf(schema)
        .items()
        .filter(({ value }) => value !== null)
        .map(({ value }) => String(value));
      for (const value of values)
        if (!rows.at(value).exists) rows.report(`'${value}' is in the enum but not in ${table}.`);
      for (const [name, row] of rows.entries())
        if (!values.includes(name)) row.report(`'${name}' is in ${table} but not in the enum.`);
    }
  }
});
