import { documentRule } from './place.js';
import { everySchema } from './walk.js';

/** Tables beside an enum have a row for each of its values, and for nothing else. */
export const enumTables = documentRule((root) => {
  for (const { schema } of everySchema(root)) {
    for (const table of ['x-enumDescriptions', 'x-blockers']) {
      const rows = schema.at(table);
      if (!rows.exists) continue;
      const values = /** @type {unknown[]} */ (schema.value.enum ?? [])
        .filter((value) => value !== null)
        .map(String);
      for (const value of values)
        if (!rows.at(value).exists) rows.report(`'${value}' is in the enum but not in ${table}.`);
      for (const [name, row] of rows.entries())
        if (!values.includes(name)) row.report(`'${name}' is in ${table} but not in the enum.`);
    }
  }
});
