import type { Contract, Json, Schema } from '@delivery-api/specs/contract';
import ts from 'typescript';

const { factory } = ts;

/** What one branch of an if/then/else says about properties: allowed values, presence, absence. */
interface Branch {
  values?: { property: string; allowed: string[] };
  required: string[];
  absent: string[];
}

/**
 * openapi-typescript ignores `if`; the contracts use it for "required when" and "exactly one of".
 * This turns such a chain into one object type for
 * each branch, to be intersected with the schema's own type, so that narrowing on the condition's
 * property makes the required ones present.
 *
 * @param place where the schema stands, for the complaint
 * @throws {Error} when an `if` has a form that would otherwise be lost silently
 */
export function conditionType(
  schema: Schema,
  contract: Contract,
  place: string,
): ts.TypeNode | undefined {
  if (schema.if === undefined) return undefined;
  const branches = chain(schema, schema, contract, place);
  return factory.createUnionTypeNode(branches.map(branchType));
}

function chain(
  step: Schema,
  schema: Schema,
  contract: Contract,
  place: string,
  left?: string[],
): Branch[] {
  const test = step.if as Schema;
  const yes = outcome(step.then, place);
  if (isPresenceTest(test)) {
    const names = test.required as string[];
    const no = outcome(step.else, place);
    return [
      { required: [...names, ...yes.required], absent: yes.absent },
      { required: no.required, absent: [...no.absent, ...names] },
    ];
  }
  const [property, ...others] = Object.keys((test.properties ?? {}) as Schema);
  if (property === undefined || others.length > 0) {
    throw new Error(
      `${place}: an \`if\` can ask for the values of one property or for the presence of some; this one asks for something else.`,
    );
  }
  const expected = (test.properties as Schema)[property] as Schema;
  const all =
    left ??
    enumOf(
      ((schema.properties ?? {}) as Schema)[property] as Schema | undefined,
      contract,
      `${place}, property ${property}`,
    );
  const values = strings(expected.enum ?? [expected.const as Json]).filter((value) =>
    all.includes(value),
  );
  const rest = all.filter((value) => !values.includes(value));
  const first: Branch = { values: { property, allowed: values }, ...yes };
  const otherwise = step.else as Schema | undefined;
  if (rest.length === 0) return [first];
  if (otherwise?.if !== undefined)
    return [first, ...chain(otherwise, schema, contract, place, rest)];
  return [first, { values: { property, allowed: rest }, ...outcome(otherwise, place) }];
}

const isPresenceTest = (test: Schema): boolean =>
  Array.isArray(test.required) && test.properties === undefined;

function outcome(
  branch: Json | undefined,
  place: string,
): { required: string[]; absent: string[] } {
  if (branch === undefined) return { required: [], absent: [] };
  const { required, not, title: _title, ...rest } = branch as Schema;
  const unknown = Object.keys(rest).filter(
    (key) => key !== 'if' && key !== 'then' && key !== 'else',
  );
  if (unknown.length > 0)
    throw new Error(`${place}: a branch may hold \`required\` and \`not\`, not \`${unknown[0]}\`.`);
  return { required: strings(required ?? []), absent: absentNames((not ?? {}) as Schema) };
}

/**
 * `not: {required: [a]}` or `not: {anyOf: [{required: [a]}, {required: [b]}]}`: each of these is
 * absent.
 */
function absentNames(not: Schema): string[] {
  const lists = (not.anyOf as Schema[] | undefined) ?? [not];
  return lists.flatMap((list) => {
    const names = strings(list.required ?? []);
    return names.length === 1 ? names : [];
  });
}

const strings = (value: Json): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

function enumOf(schema: Schema | undefined, contract: Contract, place: string): string[] {
  const values = schema === undefined ? [] : strings(contract.deref(schema).enum ?? []);
  if (values.length === 0) throw new Error(`${place}: only a closed enum can carry a condition.`);
  return values;
}

function branchType({ values, required, absent }: Branch): ts.TypeNode {
  const member = (name: string, type: ts.TypeNode, optional = false) =>
    factory.createPropertySignature(
      undefined,
      factory.createStringLiteral(name),
      optional ? factory.createToken(ts.SyntaxKind.QuestionToken) : undefined,
      type,
    );
  const literals = (list: string[]) =>
    factory.createUnionTypeNode(
      list.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value))),
    );
  return factory.createTypeLiteralNode([
    ...(values ? [member(values.property, literals(values.allowed))] : []),
    // `{}` takes only the `undefined` out of an optional property's type.
    ...required.map((name) => member(name, factory.createTypeLiteralNode([]))),
    ...absent.map((name) =>
      member(name, factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword), true),
    ),
  ]);
}

/**
 * Only a component can carry a condition: elsewhere openapi-typescript would drop it without a
 * word.
 *
 * @throws {Error} naming the first place that breaks this
 */
export function refuseStrayConditions({ document }: Contract): void {
  const visit = (node: Json, place: string, allowed: boolean): void => {
    if (typeof node !== 'object' || node === null) return;
    if (!allowed && !Array.isArray(node) && 'if' in node && ('then' in node || 'else' in node)) {
      throw new Error(`${place}: only a named schema can carry an \`if\`. Make it a component.`);
    }
    for (const [key, child] of Object.entries(node)) {
      if (key.startsWith('x-') || key === 'examples' || key === 'example') continue;
      const inner = `${place}/${key}`;
      visit(child as Json, inner, /^#\/components\/schemas\/[^/]+(\/else)*$/.test(inner));
    }
  };
  visit(document, '#', false);
}
