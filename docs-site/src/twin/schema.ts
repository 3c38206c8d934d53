import type { Json, JsonObject, Schema } from '@delivery-api/specs/contract';
import { SiteError } from '../errors.ts';
import { fieldAnchor, machineAnchor, schemaAnchor } from './anchors.ts';
import { type Block, type Field, facts, type Section, text } from './blocks.ts';
import { rules } from './rules.ts';
import type { Subject } from './subject.ts';
import { exampleWords, limits, listing, refName, typeOf, written } from './words.ts';

const described = (schema: Schema, { contract }: Subject): string =>
  String(
    schema.description ??
      (refName(schema) === undefined ? undefined : contract.deref(schema).description) ??
      '',
  );

/** What a value may be, as at most one line: its constraints, then its examples. */
export function notes(schema: Schema, { contract }: Subject, example?: Json): string[] {
  const said = limits(schema, contract);
  const own =
    exampleWords(schema, example) ??
    (refName(schema) === undefined ? undefined : exampleWords(contract.deref(schema)));
  const all = [...said, ...(own === undefined ? [] : [own])];
  return all.length === 0 ? [] : [all.join('; ')];
}

function fieldsOf(name: string, schema: Schema, subject: Subject): Field[] {
  const required = (schema.required ?? []) as string[];
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(
    ([field, value]) => {
      if (
        value.properties !== undefined ||
        (value.items as Schema | undefined)?.properties !== undefined
      )
        throw new SiteError(
          `${name}.${field}: an object within an object has no name. Make it a component of its own.`,
        );
      return {
        anchor: fieldAnchor(name, field),
        name: field,
        type: typeOf(value),
        required: required.includes(field),
        text: subject.linked(described(value, subject)),
        notes: notes(value, subject),
      };
    },
  );
}

/** The values of an enum, each with its meaning. */
function valuesOf(name: string, schema: Schema, subject: Subject): Field[] {
  const meanings = (schema['x-enumDescriptions'] ?? {}) as Record<string, string>;
  const blockers = (schema['x-blockers'] ?? {}) as Record<string, JsonObject>;
  return ((schema.enum ?? []) as Json[]).map((value) => {
    const blocker = blockers[String(value)];
    return {
      anchor: fieldAnchor(name, String(value)),
      name: String(value),
      type: '',
      required: undefined,
      text: subject.linked(meanings[String(value)] ?? ''),
      notes:
        blocker === undefined
          ? []
          : [
              `resolvable by ${String(blocker.resolvable_by)}; ${blocker.reopens === true ? '' : 'not '}lifted by setting the store open`,
            ],
    };
  });
}

const closed = ({ additionalProperties }: Schema): string | undefined =>
  additionalProperties === false ? 'An unknown field is refused.' : undefined;

/** A schema: what it is, the rules between its fields, and each of them. */
export function schemaBlocks(name: string, subject: Subject): Block[] {
  const { contract } = subject;
  const schema = contract.schemas.get(name) ?? {};
  const fields = [...fieldsOf(name, schema, subject), ...valuesOf(name, schema, subject)];
  const machine = contract.machines.some(({ schemaName }) => schemaName === name);
  const own = Object.fromEntries(
    Object.entries(schema).filter(([key]) => !['enum', 'x-extensible-enum'].includes(key)),
  );
  return [
    text(subject.linked(String(schema.description ?? ''))),
    facts(
      ['Type', schema.type === 'object' || schema.oneOf !== undefined ? undefined : typeOf(schema)],
      ['Constraints', limits(own, contract).join('; ')],
      ['Example', (schema.examples as Json[] | undefined)?.map(written).join(', ')],
      [
        'Values',
        schema.enum === undefined
          ? undefined
          : schema['x-extensible-enum'] === true
            ? 'Extensible: new ones may come.'
            : 'Closed: no others will come in this major version.',
      ],
      ['Unknown fields', closed(schema)],
      ['Rules', rules(schema, name).join(' ')],
      ['State machine', machine ? `[${name}](#${machineAnchor(name)})` : undefined],
      ['Used by', listing(subject.usersOf(name))],
      ['Decided in', subject.decisions(schema)],
    ),
    ...(fields.length === 0 ? [] : [{ kind: 'fields', fields } as const]),
  ];
}

export const schemaSection = (name: string, subject: Subject): Section => ({
  kind: 'section',
  anchor: schemaAnchor(name),
  title: name,
  listed: true,
  blocks: schemaBlocks(name, subject),
});

/**
 * Every field below a schema on a line of its own, indented by depth, required ones marked: the
 * shape at a glance.
 */
export function outline(
  schema: Schema,
  { contract }: Subject,
  depth = 0,
  seen: readonly Schema[] = [],
): string[] {
  const target = contract.deref(schema);
  if (seen.includes(target)) return [];
  const branches = ((target.oneOf ?? []) as Schema[]).flatMap((branch) => [
    `${'  '.repeat(depth)}(${refName(branch)})`,
    ...outline(branch, { contract } as Subject, depth + 1, [...seen, target]),
  ]);
  const required = (target.required ?? []) as string[];
  const members = Object.entries((target.properties ?? {}) as Record<string, Schema>).flatMap(
    ([name, value]) => {
      const full = contract.deref(value);
      const items = full.items as Schema | undefined;
      const inner = items === undefined ? full : contract.deref(items);
      const kind = [
        inner.enum === undefined
          ? String(inner.type ?? refName(items ?? value) ?? '')
          : (refName(items ?? value) ?? 'enum'),
        items === undefined ? '' : '[]',
      ].join('');
      const mark = required.includes(name) ? '*' : '';
      return [
        `${`${'  '.repeat(depth)}${name}${mark}`.padEnd(40)} ${kind}`,
        ...outline(inner, { contract } as Subject, depth + 1, [...seen, target]),
      ];
    },
  );
  return [...branches, ...members];
}
