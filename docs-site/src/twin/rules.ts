import type { Json, Schema } from '@delivery-api/specs/contract';
import { SiteError } from '../errors.ts';
import { listing, refName, schemaLink, tick } from './words.ts';

const names = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(tick) : []);

const isOrAre = (list: readonly string[]): string => (list.length === 1 ? 'is' : 'are');

/** What the condition of an `if` asks for. */
function condition(test: Schema, place: string): string {
  const asked = Object.entries((test.properties ?? {}) as Record<string, Schema>).map(
    ([name, { enum: values, const: value, ...rest }]) => {
      if (Object.keys(rest).length > 0 || (values === undefined && value === undefined))
        refuse(place, 'condition');
      return `${tick(name)} is ${listing(((values ?? [value]) as Json[]).map(tick), 'or')}`;
    },
  );
  if (asked.length > 0) return listing(asked);
  const given = names(test.required);
  if (given.length === 0) refuse(place, 'condition');
  return `${listing(given)} ${isOrAre(given)} given`;
}

/** What a branch asks for: required names, and names that may not be given. */
function outcome(branch: Schema, place: string): string[] {
  const required = names(branch.required);
  const not = branch.not as Schema | undefined;
  const absent =
    not === undefined
      ? []
      : ((not.anyOf as Schema[] | undefined) ?? [not]).flatMap((list) => names(list.required));
  const unknown = Object.keys(branch).filter(
    (key) => !['title', 'required', 'not', 'if', 'then', 'else'].includes(key),
  );
  if (unknown.length > 0) refuse(place, `branch with '${unknown[0]}'`);
  return [
    ...(required.length > 0 ? [`${listing(required)} ${isOrAre(required)} required`] : []),
    ...(absent.length > 0 ? [`${listing(absent)} ${isOrAre(absent)} absent`] : []),
  ];
}

function refuse(place: string, what: string): never {
  throw new SiteError(
    `${place}: a ${what} of this form has no words yet in docs-site/src/twin/rules.ts. Add some.`,
  );
}

function chain(schema: Schema, place: string, otherwise = ''): string[] {
  const then = outcome((schema.then ?? {}) as Schema, place);
  const other = (schema.else ?? {}) as Schema;
  const rules =
    then.length === 0
      ? []
      : [
          `${otherwise}${otherwise === '' ? 'When' : 'when'} ${condition(schema.if as Schema, place)}, ${listing(then)}.`,
        ];
  if (other.if !== undefined) return [...rules, ...chain(other, place, 'Otherwise, ')];
  const rest = outcome(other, place);
  return rest.length === 0 ? rules : [...rules, `Otherwise ${listing(rest)}.`];
}

/**
 * What a schema asks of several fields at once, each rule a line.
 *
 * @param place what to call the schema in complaints
 * @throws {SiteError} when a condition has a form that would otherwise be lost without notice
 */
export function rules(schema: Schema, place: string): string[] {
  const found: string[] = [];
  if (schema.if !== undefined) found.push(...chain(schema, place));
  if (schema.not !== undefined) {
    const both = names((schema.not as Schema).required);
    if (both.length < 2) refuse(place, '`not`');
    found.push(`${listing(both)} exclude each other.`);
  }
  for (const [name, others] of Object.entries(
    (schema.dependentRequired ?? {}) as Record<string, Json>,
  ))
    found.push(`${tick(name)} comes with ${listing(names(others))}.`);
  const { propertyName, mapping } = (schema.discriminator ?? {}) as {
    propertyName?: string;
    mapping?: Record<string, string>;
  };
  if (Array.isArray(schema.oneOf)) {
    const targets = (schema.oneOf as Schema[]).map((one) =>
      schemaLink(refName(one) ?? refuse(place, '`oneOf`')),
    );
    found.push(`One of ${listing(targets, 'or')}.`);
  }
  for (const [value, target] of Object.entries(mapping ?? {}))
    found.push(
      `When ${tick(propertyName)} is ${tick(value)}, it is ${schemaLink(target.replace(/^.*\//, ''))}.`,
    );
  return found;
}
