import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadContract } from '@delivery-api/specs/contract';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { generateTypes } from '../src/index.ts';

it.each(['lastmile', 'marketplace'])(
  'editors show documentation for every %s property',
  async (name) => {
    const contract = loadContract(new URL(`../../../specs/dist/${name}.json`, import.meta.url));
    const folder = mkdtempSync(join(tmpdir(), 'documentation-'));
    try {
      for (const [file, text] of await generateTypes(contract))
        writeFileSync(join(folder, file), text);
      const { properties, undocumented } = documentation(join(folder, 'schemas.ts'));
      expect(properties).toBeGreaterThan(300);
      expect(undocumented).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  60_000,
);

/** Counts the properties of all exported types of a file, and lists those without documentation. */
function documentation(file: string): { properties: number; undocumented: string[] } {
  const program = ts.createProgram([file], { strict: true, types: [] });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file) as ts.SourceFile;
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source) as ts.Symbol);
  const undocumented: string[] = [];
  let properties = 0;
  for (const symbol of exported) {
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    // String types such as `BookingStatus` are skipped: their properties are those of `String`.
    const branches = (type.isUnion() ? type.types : [type]).filter(
      ({ flags }) => flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection),
    );
    for (const property of branches.flatMap((branch) => checker.getPropertiesOfType(branch))) {
      if (property.valueDeclaration?.getSourceFile() !== source) continue;
      properties += 1;
      if (property.getDocumentationComment(checker).length === 0 && !tagged(property))
        undocumented.push(`${symbol.name}.${property.name}`);
    }
  }
  return { properties, undocumented };
}

/** Returns whether a property has the `@description` tag, which openapi-typescript writes. */
const tagged = (property: ts.Symbol): boolean =>
  property.getJsDocTags().some(({ name }) => name === 'description');
