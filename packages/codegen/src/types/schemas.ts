import { type Contract, enumValuesOf, isExtensibleEnum } from '@delivery-api/specs/contract';
import { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { banner, docComment, lowerFirst, stringLiteral } from '../source/text.ts';

/** Generates a named type for each schema, with its description. */
export function schemaTypes(contract: Contract, types: ReadonlyMap<string, ts.TypeNode>): string {
  return [...types]
    .map(([name, type]) => {
      const alias = ts.factory.createTypeAliasDeclaration(
        [ts.factory.createToken(ts.SyntaxKind.ExportKeyword)],
        name,
        undefined,
        type,
      );
      const description = contract.schemas.get(name)?.description ?? name;
      return docComment(String(description)) + astToString([alias]);
    })
    .join('\n');
}

/** Generates an array of the values of each enum; for an extensible enum, of the known values. */
export function enumValues(contract: Contract): string {
  const enums = [...contract.schemas].filter(([, schema]) => enumValuesOf(schema) !== undefined);
  const lists = enums.map(([name, schema]) => {
    const values = (enumValuesOf(schema) ?? []).filter((value) => typeof value === 'string');
    const note = isExtensibleEnum(schema)
      ? ' known in this version; later versions can add values'
      : '';
    return `${docComment(`Values of {@link ${name}}${note}.`)}export const ${lowerFirst(name)}Values = [
${values.map((value) => `  ${stringLiteral(value)},\n`).join('')}] as const satisfies readonly ${name}[];
`;
  });
  const imports =
    enums.length === 0
      ? 'export {};\n'
      : `import type { ${enums.map(([name]) => name).join(', ')} } from './schemas.js';\n\n`;
  return banner(contract) + imports + lists.join('\n');
}
