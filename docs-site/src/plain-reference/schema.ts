import {
  type Contract,
  enumValuesOf,
  isExtensibleEnum,
  type Json,
  type JsonObject,
  ownDescription,
  type Schema,
} from '@delivery-api/specs/contract';
import { SiteError } from '../errors.ts';
import { fieldAnchor, machineAnchor, schemaAnchor } from './anchors.ts';
import {
  type Block,
  type Field,
  facts,
  type Inline,
  join,
  link,
  listing,
  prose,
  type Section,
  section,
} from './blocks.ts';
import { type Context, decisionLinks } from './context.ts';
import { constraints, exampleLabel, jsonValue, refName, typeOf } from './labels.ts';
import { rules } from './rules.ts';

const descriptionOf = (schema: Schema, { contract }: Context): string =>
  ownDescription(
    schema.description === undefined && refName(schema) !== undefined
      ? contract.deref(schema)
      : schema,
  );

/** Returns the constraints of a value and its examples, as at most one note. */
export function notes(schema: Schema, { contract }: Context, example?: Json): Inline[] {
  const labels = constraints(schema, contract);
  const own =
    exampleLabel(schema, example) ??
    (refName(schema) === undefined ? undefined : exampleLabel(contract.deref(schema)));
  const all = [...labels, ...(own === undefined ? [] : [own])];
  return all.length === 0 ? [] : [join(all, '; ')];
}

function fieldsOf(name: string, schema: Schema, context: Context): Field[] {
  const required = (schema.required ?? []) as string[];
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(
    ([field, value]) => {
      if (
        value.properties !== undefined ||
        (value.items as Schema | undefined)?.properties !== undefined
      )
        throw new SiteError(
          `${name}.${field}: the nested object has no name. Define it as a component.`,
        );
      return {
        anchor: fieldAnchor(name, field),
        name: field,
        type: typeOf(value),
        required: required.includes(field),
        content: [prose(descriptionOf(value, context))],
        notes: notes(value, context),
      };
    },
  );
}

/** Returns the values of an enum, each with its meaning. */
function valuesOf(name: string, schema: Schema): Field[] {
  const meanings = (schema['x-enumDescriptions'] ?? {}) as Record<string, string>;
  const blockers = (schema['x-blockers'] ?? {}) as Record<string, JsonObject>;
  return (enumValuesOf(schema) ?? []).map((value) => {
    const blocker = blockers[String(value)];
    return {
      anchor: fieldAnchor(name, String(value)),
      name: String(value),
      content: [prose(meanings[String(value)] ?? '')],
      notes:
        blocker === undefined
          ? []
          : [
              `the ${String(blocker.resolvable_by)} can remove this blocker; setting the store status to open ${blocker.reopens === true ? 'ends' : 'does not end'} it`,
            ],
    };
  });
}

const unknownFields = ({ additionalProperties }: Schema): string | undefined =>
  additionalProperties === false ? 'The service rejects unknown fields.' : undefined;

/** Describes a schema, the rules between its fields, and each field. */
export function schemaBlocks(name: string, context: Context): Block[] {
  const { contract } = context;
  const schema = contract.schemas.get(name) ?? {};
  const fields = [...fieldsOf(name, schema, context), ...valuesOf(name, schema)];
  const machine = contract.machines.some(({ schemaName }) => schemaName === name);
  const own = Object.fromEntries(
    Object.entries(schema).filter(([key]) => !['enum', 'x-extensible-enum'].includes(key)),
  );
  return [
    prose(ownDescription(schema)),
    facts(
      ['Type', schema.type === 'object' || schema.oneOf !== undefined ? undefined : typeOf(schema)],
      ['Constraints', join(constraints(own, contract), '; ')],
      [
        'Example',
        isExtensibleEnum(schema)
          ? undefined
          : join(((schema.examples ?? []) as Json[]).map(jsonValue)),
      ],
      [
        'Values',
        isExtensibleEnum(schema)
          ? 'Extensible: later minor versions can add new values.'
          : enumValuesOf(schema) &&
            'Fixed: no new values in responses and events in this major version.',
      ],
      ['Unknown fields', unknownFields(schema)],
      ['Rules', join(rules(schema, name), ' ')],
      ['State machine', machine ? link(name, `#${machineAnchor(name)}`) : undefined],
      ['Used by', listing(context.usersOf(name))],
      ['Decisions', decisionLinks(schema)],
    ),
    ...(fields.length === 0 ? [] : [{ kind: 'fields', fields } as const]),
  ];
}

export const schemaSection = (name: string, context: Context): Section =>
  section(schemaAnchor(name), name, schemaBlocks(name, context), { listed: true });

/** Returns all fields of a schema, one line each, indented by depth. `*` marks required fields. */
export function outline(
  schema: Schema,
  contract: Contract,
  depth = 0,
  seen: readonly Schema[] = [],
): string[] {
  const target = contract.deref(schema);
  if (seen.includes(target)) return [];
  const branches = ((target.oneOf ?? []) as Schema[]).flatMap((branch) => [
    `${'  '.repeat(depth)}(${refName(branch)})`,
    ...outline(branch, contract, depth + 1, [...seen, target]),
  ]);
  const required = (target.required ?? []) as string[];
  const members = Object.entries((target.properties ?? {}) as Record<string, Schema>).flatMap(
    ([name, value]) => {
      const full = contract.deref(value);
      const items = full.items as Schema | undefined;
      const inner = items === undefined ? full : contract.deref(items);
      const kind = [
        enumValuesOf(inner) === undefined
          ? String(inner.type ?? refName(items ?? value) ?? '')
          : (refName(items ?? value) ?? 'enum'),
        items === undefined ? '' : '[]',
      ].join('');
      const mark = required.includes(name) ? '*' : '';
      return [
        `${`${'  '.repeat(depth)}${name}${mark}`.padEnd(40)} ${kind}`,
        ...outline(inner, contract, depth + 1, [...seen, target]),
      ];
    },
  );
  return [...branches, ...members];
}
