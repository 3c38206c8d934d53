import type { Contract } from '@delivery-api/specs/contract';
import { banner, docComment, literal, lowerFirst } from '../text.ts';

/** One named type for each schema, with its description. */
export function schemaTypes(contract: Contract): string {
  const names = [...contract.schemas];
  return (
    banner(contract.title, contract.version) +
    "import type { components } from './openapi.js';\n\ntype Schemas = components['schemas'];\n\n" +
    names
      .map(
        ([name, schema]) =>
          `${docComment(String(schema.description ?? name))}export type ${name} = Schemas[${literal(name)}];\n`,
      )
      .join('\n')
  );
}

/**
 * The values of each enum as a list, for pickers and checks; of an extensible one, those known at
 * this version.
 */
export function enumValues(contract: Contract): string {
  const enums = [...contract.schemas].filter(([, schema]) => Array.isArray(schema.enum));
  const lists = enums.map(([name, schema]) => {
    const open = schema['x-extensible-enum'] === true;
    const values = (schema.enum as unknown[]).filter((value) => typeof value === 'string');
    return (
      docComment(
        `The values of {@link ${name}}${open ? ' known at this version; the service may add others' : ''}.`,
      ) +
      `export const ${lowerFirst(name)}Values = [\n${values.map((value) => `  ${literal(value)},\n`).join('')}] as const satisfies readonly ${name}[];\n`
    );
  });
  const imports =
    enums.length === 0
      ? 'export {};\n'
      : `import type { ${enums.map(([name]) => name).join(', ')} } from './schemas.js';\n\n`;
  return banner(contract.title, contract.version) + imports + lists.join('\n');
}
