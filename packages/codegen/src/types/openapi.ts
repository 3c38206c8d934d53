import {
  type Contract,
  enumValuesOf,
  isExtensibleEnum,
  isObject,
  resolvePointer,
  type Schema,
} from '@delivery-api/specs/contract';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { banner } from '../source/text.ts';
import { conditionType, rejectInlineConditions } from './conditions.ts';
import { inputTypes } from './inputs.ts';
import { describeProperties, nameSchemas } from './named-schemas.ts';
import { emptyObjectType, literalType } from './nodes.ts';
import { schemaTypes } from './schemas.ts';

const { factory } = ts;
const problemContent = '/content/application~1problem+json';

/** Source files that are generated with openapi-typescript. */
export interface OpenapiSources {
  /** `paths`, `components`, `operations` and `webhooks`. */
  openapi: string;
  /** A named type for each schema. */
  schemas: string;
  /** The request types that client methods accept. */
  inputs: string;
}

/**
 * Generates named schemas, `paths`, `components`, `operations` and `webhooks` with
 * openapi-typescript. In addition, extensible enums accept unknown values, `if` chains become union
 * types, and the type of each problem response is a union with one member per code.
 *
 * @throws {Error} if the form of a condition in a schema is not supported; the message contains the
 * location of the schema
 */
export async function openapiTypes(contract: Contract): Promise<OpenapiSources> {
  rejectInlineConditions(contract);
  const document = structuredClone(contract.document);
  describeProperties(document, contract);
  const ast = await openapiTS(document as never, {
    defaultNonNullable: false,
    transform: (schema) => extensibleEnum(schema as unknown as Schema),
    postTransform: (type, { path: pointer = '#', schema }) => {
      const codes = problemCodesAt(contract, pointer);
      if (codes.length > 0) return factory.createUnionTypeNode(codes.map(problemOf));
      // In nested calls, `schema` is the schema of the enclosing component.
      if (schema === undefined || !/^#\/components\/schemas\/[^/]+$/.test(pointer))
        return undefined;
      const condition = conditionType(schema as unknown as Schema, contract, pointer);
      return (
        condition &&
        factory.createIntersectionTypeNode([type, factory.createParenthesizedType(condition)])
      );
    },
  });
  const { openapi, schemas } = nameSchemas(ast);
  const imports = `import type { Problems } from './problems.js';
import type { ${[...schemas.keys()].join(', ')} } from './schemas.js';\n\n`;
  return {
    openapi: banner(contract) + imports + astToString(openapi),
    schemas: banner(contract) + schemaTypes(contract, schemas),
    inputs: banner(contract) + schemaTypes(contract, inputTypes(contract, schemas)),
  };
}

/**
 * Returns a type such as `'a' | 'b' | (string & {})` for an extensible enum; `undefined` for any other
 * schema. Editors suggest the known values, and any other string is valid.
 */
function extensibleEnum(schema: Schema): ts.TypeNode | undefined {
  if (!isExtensibleEnum(schema)) return undefined;
  const anyString = factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    emptyObjectType(),
  ]);
  return factory.createUnionTypeNode([
    ...(enumValuesOf(schema) ?? []).map((value) => literalType(String(value))),
    factory.createParenthesizedType(anyString),
  ]);
}

const problemOf = (code: string): ts.TypeNode =>
  factory.createIndexedAccessTypeNode(
    factory.createTypeReferenceNode('Problems'),
    literalType(code),
  );

/** Returns the codes of a problem response; an empty array for any other location. */
function problemCodesAt({ document }: Contract, pointer: string): string[] {
  if (!pointer.endsWith(problemContent)) return [];
  const response = resolvePointer(document, pointer.slice(0, -problemContent.length));
  return isObject(response) ? ((response['x-problem-codes'] ?? []) as string[]) : [];
}
