import { type Contract, isObject, type Json, type Schema } from '@delivery-api/specs/contract';
import ts from 'typescript';
import { emptyObjectType, literalType, property } from './nodes.ts';

const { factory } = ts;

/** Required and absent properties. */
interface Presence {
  required: string[];
  absent: string[];
}

/** One branch of a condition. */
interface Branch extends Presence {
  /** Values of the tested property. */
  values?: { property: string; allowed: string[] };
}

/**
 * Converts an `if` chain to a union with one object type for each branch. openapi-typescript
 * ignores `if`; the contracts use it for "required when" and "exactly one of". The intersection of
 * the union with the type of the schema narrows on the tested property.
 *
 * A condition within `then` does not narrow the type; validators apply it.
 *
 * @param location location of the schema for error messages
 * @returns `undefined` if the schema has no condition
 * @throws {Error} if the form of a condition is not supported; the message names the supported form
 */
export function conditionType(
  schema: Schema,
  contract: Contract,
  location: string,
): ts.TypeNode | undefined {
  if (schema.if === undefined) return undefined;
  const branches = branchesOf(schema, { schema, contract, location });
  return factory.createUnionTypeNode(branches.map(branchType));
}

/** The schema that contains a condition, its contract, and its location for error messages. */
interface Context {
  schema: Schema;
  contract: Contract;
  location: string;
}

/**
 * Returns the branches of a condition and of the conditions in its `else`.
 *
 * @param remaining values of the tested property that earlier branches do not contain. Default: all
 * values.
 */
function branchesOf(step: Schema, context: Context, remaining?: string[]): Branch[] {
  const { schema, contract, location } = context;
  const test = step.if as Schema;
  const positive = presenceOf(step.then, location);
  if (Array.isArray(test.required) && test.properties === undefined) {
    const names = strings(test.required);
    const negative = presenceOf(step.else, location);
    return [
      { required: [...names, ...positive.required], absent: positive.absent },
      { required: negative.required, absent: [...negative.absent, ...names] },
    ];
  }
  const [[name, expected] = [], ...others] = Object.entries(test.properties ?? {});
  if (name === undefined || !isObject(expected) || others.length > 0)
    throw new Error(
      `${location}: an \`if\` must test the values of one property, or the presence of properties.`,
    );
  const properties = isObject(schema.properties) ? schema.properties : {};
  const values =
    remaining ?? enumValuesOf(properties[name], contract, `${location}, property ${name}`);
  const conditionValues = strings(expected.enum ?? [expected.const ?? null]);
  const allowed = conditionValues.filter((value) => values.includes(value));
  const rest = values.filter((value) => !allowed.includes(value));
  const first: Branch = { values: { property: name, allowed }, ...positive };
  if (rest.length === 0) return [first];
  const { else: otherwise } = step;
  if (isObject(otherwise) && otherwise.if !== undefined)
    return [first, ...branchesOf(otherwise, context, rest)];
  return [first, { values: { property: name, allowed: rest }, ...presenceOf(otherwise, location) }];
}

function presenceOf(branch: Json | undefined, location: string): Presence {
  if (!isObject(branch)) return { required: [], absent: [] };
  const allowed = ['required', 'not', 'title', 'if', 'then', 'else'];
  const unknown = Object.keys(branch).find((key) => !allowed.includes(key));
  if (unknown !== undefined)
    throw new Error(
      `${location}: a branch can contain only \`required\`, \`not\`, \`title\` and conditions; found \`${unknown}\`.`,
    );
  return { required: strings(branch.required), absent: absentNames(branch.not) };
}

/**
 * Returns the absent properties of `not: {required: [a]}` or
 * `not: {anyOf: [{required: [a]}, {required: [b]}]}`.
 */
function absentNames(not: Json | undefined): string[] {
  if (!isObject(not)) return [];
  const alternatives = Array.isArray(not.anyOf) ? not.anyOf.filter(isObject) : [not];
  return alternatives.flatMap(({ required }) => {
    const names = strings(required);
    // `required` with two names is false if either is absent, so neither is known to be absent.
    return names.length === 1 ? names : [];
  });
}

const strings = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

function enumValuesOf(schema: Json | undefined, contract: Contract, location: string): string[] {
  const values = isObject(schema) ? strings(contract.deref(schema).enum) : [];
  if (values.length === 0)
    throw new Error(`${location}: only a fixed enum can be tested in a condition.`);
  return values;
}

const branchType = ({ values, required, absent }: Branch): ts.TypeNode =>
  factory.createTypeLiteralNode([
    ...(values
      ? [property(values.property, factory.createUnionTypeNode(values.allowed.map(literalType)))]
      : []),
    // `{}` removes `undefined` from the type of an optional property.
    ...required.map((name) => property(name, emptyObjectType())),
    ...absent.map((name) =>
      property(name, factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword), true),
    ),
  ]);

/**
 * Rejects conditions in schemas that are not components, because the types would ignore them.
 *
 * @throws {Error} with the location of the first such condition
 */
export function rejectInlineConditions({ document }: Contract): void {
  const visit = (node: Json, location: string, isComponent: boolean): void => {
    if (typeof node !== 'object' || node === null) return;
    if (!isComponent && isObject(node) && 'if' in node && ('then' in node || 'else' in node))
      throw new Error(
        `${location}: only a named schema can contain an \`if\`. Make it a component.`,
      );
    for (const [key, child] of Object.entries(node)) {
      if (key.startsWith('x-') || key === 'examples' || key === 'example') continue;
      const inner = `${location}/${key}`;
      visit(child, inner, /^#\/components\/schemas\/[^/]+(\/(then|else))*$/.test(inner));
    }
  };
  visit(document, '#', false);
}
