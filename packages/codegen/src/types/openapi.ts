import type { Contract, Json, Schema } from '@delivery-api/specs/contract';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { banner } from '../text.ts';
import { conditionType, refuseStrayConditions } from './conditions.ts';

const { factory } = ts;
const problemMedia = '/content/application~1problem+json';

/**
 * `paths`, `components`, `operations` and `webhooks` as openapi-typescript writes them, and beyond
 * it: extensible enums stay open, `if` chains
 * narrow, and each problem response is the union of its codes.
 *
 * @throws {Error} naming the schema, when one has a form that types cannot follow
 */
export async function openapiTypes(contract: Contract): Promise<string> {
  refuseStrayConditions(contract);
  const ast = await openapiTS(structuredClone(contract.document) as never, {
    defaultNonNullable: false,
    inject: "import type { Problems } from './problems.js';\n",
    transform: (schema) => extensibleEnum(schema as unknown as Schema),
    postTransform: (type, { path, schema }) => {
      const place = path ?? '#';
      const codes = place.endsWith(problemMedia)
        ? problemCodes(contract.document, place.slice(0, -problemMedia.length))
        : [];
      if (codes.length > 0) return factory.createUnionTypeNode(codes.map(problemOf));
      // Nested calls inherit `schema` from the component around them; only at the component itself
      // are the two the same.
      if (schema === undefined || !/^#\/components\/schemas\/[^/]+$/.test(place)) return undefined;
      const condition = conditionType(schema as unknown as Schema, contract, place);
      return (
        condition &&
        factory.createIntersectionTypeNode([type, factory.createParenthesizedType(condition)])
      );
    },
  });
  return banner(contract.title, contract.version) + astToString(ast);
}

/**
 * `enum` with `x-extensible-enum` → `'a' | 'b' | (string & {})`: known values are suggested, others
 * are taken.
 */
function extensibleEnum(schema: Schema): ts.TypeNode | undefined {
  if (schema['x-extensible-enum'] !== true || !Array.isArray(schema.enum)) return undefined;
  const known = schema.enum.map((value) =>
    factory.createLiteralTypeNode(factory.createStringLiteral(String(value))),
  );
  const anyOther = factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    factory.createTypeLiteralNode([]),
  ]);
  return factory.createUnionTypeNode([...known, factory.createParenthesizedType(anyOther)]);
}

const problemOf = (code: string): ts.TypeNode =>
  factory.createIndexedAccessTypeNode(
    factory.createTypeReferenceNode('Problems'),
    factory.createLiteralTypeNode(factory.createStringLiteral(code)),
  );

/** openapi-typescript names places by JSON Pointer; paths inside keep their slashes escaped. */
function problemCodes(document: Json, place: string): string[] {
  const keys = place
    .replace(/^#\//, '')
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const response = keys.reduce<Json | undefined>(
    (node, key) => (node as Record<string, Json> | undefined)?.[key],
    document,
  );
  return (
    ((response as Record<string, Json> | undefined)?.['x-problem-codes'] as string[] | undefined) ??
    []
  );
}
