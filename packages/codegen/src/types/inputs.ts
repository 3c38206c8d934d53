import { type Contract, isObject, type Json } from '@delivery-api/specs/contract';
import ts from 'typescript';

const { factory } = ts;

/**
 * Returns the request types that client methods accept. Optional properties can be `undefined`,
 * even with `exactOptionalPropertyTypes`, and arrays can be `readonly`.
 *
 * @param types type of each schema by name
 */
export function inputTypes(
  contract: Contract,
  types: ReadonlyMap<string, ts.TypeNode>,
): Map<string, ts.TypeNode> {
  const names = requestSchemas(contract);
  return new Map(
    [...types]
      .filter(([name]) => names.has(name))
      .map(([name, type]) => [
        name,
        ts.transform(type, [toInputType]).transformed[0] as ts.TypeNode,
      ]),
  );
}

/** Returns the names of the schemas that requests contain. */
function requestSchemas({ operations, schemas }: Contract): Set<string> {
  const names = new Set<string>();
  const visit = (node: Json | undefined): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (!isObject(node ?? null)) return;
    const { $ref, ...others } = node as { [key: string]: Json };
    if (typeof $ref === 'string') add($ref.slice($ref.lastIndexOf('/') + 1));
    for (const other of Object.values(others)) visit(other);
  };
  const add = (name: string): void => {
    if (names.has(name)) return;
    names.add(name);
    visit(schemas.get(name));
  };
  for (const { request } of operations) if (request?.schemaName) add(request.schemaName);
  return names;
}

/** Adds `undefined` to the type of each optional property, and `readonly` to each array. */
const toInputType: ts.TransformerFactory<ts.TypeNode> = (context) => {
  const visit = (node: ts.Node): ts.Node => {
    const visited = ts.visitEachChild(node, visit, context);
    if (ts.isArrayTypeNode(visited))
      return factory.createTypeOperatorNode(ts.SyntaxKind.ReadonlyKeyword, visited);
    if (!ts.isPropertySignature(visited) || !visited.questionToken || !visited.type) return visited;
    const { modifiers, name, questionToken, type } = visited;
    const undefinedType = factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword);
    const union = factory.createUnionTypeNode([type, undefinedType]);
    const property = factory.createPropertySignature(modifiers, name, questionToken, union);
    return ts.setCommentRange(
      ts.setSyntheticLeadingComments(property, ts.getSyntheticLeadingComments(node)),
      ts.getCommentRange(node),
    );
  };
  return (node) => visit(node) as ts.TypeNode;
};
