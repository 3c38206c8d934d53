import { type Contract, isObject, type Json } from '@delivery-api/specs/contract';
import ts from 'typescript';

const { factory } = ts;

/**
 * Adds a description to each property that has none, so that editors document every property. The
 * description is that of the referenced schema; for an array, that of its items. Changes the
 * document.
 */
export function describeProperties(document: Json, contract: Contract): void {
  if (typeof document !== 'object' || document === null) return;
  if (isObject(document) && isObject(document.properties))
    for (const property of Object.values(document.properties)) {
      if (!isObject(property) || property.description !== undefined) continue;
      const described = '$ref' in property ? property : property.items;
      const target = isObject(described) ? contract.deref(described) : undefined;
      if (isObject(target) && target.description !== undefined)
        property.description = target.description;
    }
  for (const child of Object.values(document)) describeProperties(child, contract);
}

/**
 * Creates a named type for each schema, so that editors show `Booking` instead of its members.
 *
 * @param ast output of openapi-typescript
 * @returns `ast` with references to the names in `components`, and the type of each name
 */
export function nameSchemas(ast: readonly ts.Node[]): {
  openapi: ts.Node[];
  schemas: Map<string, ts.TypeNode>;
} {
  const schemas = new Map<string, ts.TypeNode>();
  const openapi = ast.map((node) => transform(node, schemas));
  return { openapi, schemas };
}

function transform(root: ts.Node, schemas: Map<string, ts.TypeNode>): ts.Node {
  const { transformed } = ts.transform(root, [
    (context) => {
      const visit = (node: ts.Node): ts.Node => {
        const name = schemaName(node);
        return name === undefined
          ? ts.visitEachChild(node, visit, context)
          : factory.createTypeReferenceNode(name);
      };
      return (node) => {
        const named = visit(node);
        return isComponents(named) ? withNames(named, schemas) : named;
      };
    },
  ]);
  return transformed[0] as ts.Node;
}

const isComponents = (node: ts.Node): node is ts.InterfaceDeclaration =>
  ts.isInterfaceDeclaration(node) && node.name.text === 'components';

/**
 * Moves the type of each schema in `components` to the map `schemas`, and replaces the type with a
 * reference to its name.
 */
function withNames(
  node: ts.InterfaceDeclaration,
  schemas: Map<string, ts.TypeNode>,
): ts.InterfaceDeclaration {
  const members = node.members.map((member) => {
    if (!ts.isPropertySignature(member) || nameOf(member.name) !== 'schemas') return member;
    const { type } = member;
    if (type === undefined || !ts.isTypeLiteralNode(type)) return member;
    const references = type.members.map((schema) => {
      if (!ts.isPropertySignature(schema) || schema.type === undefined) return schema;
      const name = nameOf(schema.name);
      schemas.set(name, schema.type);
      const { modifiers, questionToken } = schema;
      const reference = factory.createTypeReferenceNode(name);
      return factory.createPropertySignature(modifiers, schema.name, questionToken, reference);
    });
    const literal = factory.createTypeLiteralNode(references);
    return factory.createPropertySignature(undefined, member.name, undefined, literal);
  });
  const { modifiers, name, typeParameters, heritageClauses } = node;
  return factory.createInterfaceDeclaration(
    modifiers,
    name,
    typeParameters,
    heritageClauses,
    members,
  );
}

/** Returns `Booking` for `components["schemas"]["Booking"]`; `undefined` for any other node. */
function schemaName(node: ts.Node): string | undefined {
  if (!ts.isIndexedAccessTypeNode(node) || !ts.isIndexedAccessTypeNode(node.objectType))
    return undefined;
  const { objectType: components, indexType: section } = node.objectType;
  const isSchema =
    ts.isTypeReferenceNode(components) &&
    ts.isIdentifier(components.typeName) &&
    components.typeName.text === 'components' &&
    literalText(section) === 'schemas';
  return isSchema ? literalText(node.indexType) : undefined;
}

const literalText = (node: ts.TypeNode): string | undefined =>
  ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal) ? node.literal.text : undefined;

const nameOf = (name: ts.PropertyName): string =>
  ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : '';
