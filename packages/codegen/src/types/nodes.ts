import ts from 'typescript';

const { factory } = ts;

/** Returns the type of a string literal. */
export const literalType = (value: string): ts.TypeNode =>
  factory.createLiteralTypeNode(factory.createStringLiteral(value));

/** Returns a property of a type literal, with its name in quotes. */
export const property = (name: string, type: ts.TypeNode, optional = false): ts.TypeElement =>
  factory.createPropertySignature(
    undefined,
    factory.createStringLiteral(name),
    optional ? factory.createToken(ts.SyntaxKind.QuestionToken) : undefined,
    type,
  );

/** Returns the type `{}`, which accepts any value except null and undefined. */
export const emptyObjectType = (): ts.TypeNode => factory.createTypeLiteralNode([]);
