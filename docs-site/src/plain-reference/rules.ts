import type { Json, Schema } from '@delivery-api/specs/contract';
import { SiteError } from '../errors.ts';
import { code, type Inline, inline, listing } from './blocks.ts';
import { refName, schemaLink } from './labels.ts';

const names = (value: Json | undefined): Inline[] => (Array.isArray(value) ? value.map(code) : []);

const isOrAre = (list: readonly Inline[]): string => (list.length === 1 ? 'is' : 'are');

/** Describes the condition of an `if`. */
function condition(test: Schema, schemaName: string): Inline {
  const conditions = Object.entries((test.properties ?? {}) as Record<string, Schema>).map(
    ([name, { enum: values, const: value, ...rest }]): Inline => {
      if (Object.keys(rest).length > 0 || (values === undefined && value === undefined))
        unsupported(schemaName, 'condition');
      return inline`${code(name)} is ${listing(((values ?? [value]) as Json[]).map(code), 'or')}`;
    },
  );
  if (conditions.length > 0) return listing(conditions);
  const given = names(test.required);
  if (given.length === 0) unsupported(schemaName, 'condition');
  return inline`${listing(given)} ${isOrAre(given)} present`;
}

/** Describes a branch: required names, and names that must be absent. */
function outcome(branch: Schema, schemaName: string): Inline[] {
  const required = names(branch.required);
  const not = branch.not as Schema | undefined;
  const absent =
    not === undefined
      ? []
      : ((not.anyOf as Schema[] | undefined) ?? [not]).flatMap((list) => names(list.required));
  const unknown = Object.keys(branch).filter(
    (key) => !['title', 'required', 'not', 'if', 'then', 'else'].includes(key),
  );
  if (unknown.length > 0) unsupported(schemaName, `branch with '${unknown[0]}'`);
  return [
    ...(required.length > 0 ? [inline`${listing(required)} ${isOrAre(required)} required`] : []),
    ...(absent.length > 0 ? [inline`${listing(absent)} ${isOrAre(absent)} absent`] : []),
  ];
}

function unsupported(schemaName: string, what: string): never {
  throw new SiteError(
    `${schemaName}: docs-site/src/plain-reference/rules.ts cannot describe this ${what}. Add a description.`,
  );
}

/** Describes `if`, `then` and `else`. An `if` in a branch becomes the next rule. */
function conditionalRules(schema: Schema, schemaName: string, prefix = ''): Inline[] {
  const branch = (schema.then ?? {}) as Schema;
  const then = outcome(branch, schemaName);
  const other = (schema.else ?? {}) as Schema;
  const rules = [
    ...(then.length === 0
      ? []
      : [
          inline`${prefix === '' ? 'If' : `${prefix}if`} ${condition(schema.if as Schema, schemaName)}, ${listing(then)}.`,
        ]),
    ...(branch.if === undefined ? [] : conditionalRules(branch, schemaName)),
  ];
  if (other.if !== undefined)
    return [...rules, ...conditionalRules(other, schemaName, 'Otherwise, ')];
  const rest = outcome(other, schemaName);
  return rest.length === 0 ? rules : [...rules, inline`Otherwise, ${listing(rest)}.`];
}

/**
 * Describes each rule of a schema that involves several fields.
 *
 * @param schemaName the name of the schema, for errors
 * @throws {SiteError} if a rule has an unknown form, so that no rule is lost
 */
export function rules(schema: Schema, schemaName: string): Inline[] {
  const found: Inline[] = [];
  if (schema.if !== undefined) found.push(...conditionalRules(schema, schemaName));
  if (schema.not !== undefined) {
    const both = names((schema.not as Schema).required);
    if (both.length < 2) unsupported(schemaName, '`not`');
    found.push(inline`${listing(both)} are mutually exclusive.`);
  }
  for (const [name, others] of Object.entries(
    (schema.dependentRequired ?? {}) as Record<string, Json>,
  ))
    found.push(inline`${code(name)} requires ${listing(names(others))}.`);
  const { propertyName, mapping } = (schema.discriminator ?? {}) as {
    propertyName?: string;
    mapping?: Record<string, string>;
  };
  if (Array.isArray(schema.oneOf)) {
    const targets = (schema.oneOf as Schema[]).map((one) =>
      schemaLink(refName(one) ?? unsupported(schemaName, '`oneOf`')),
    );
    found.push(inline`One of ${listing(targets, 'or')}.`);
  }
  for (const [value, target] of Object.entries(mapping ?? {}))
    found.push(
      inline`If ${code(propertyName)} is ${code(value)}, the schema is ${schemaLink(target.replace(/^.*\//, ''))}.`,
    );
  return found;
}
