import {
  type Contract,
  enumValuesOf,
  ownDescription,
  type Schema,
} from '@delivery-api/specs/contract';
import {
  fieldAnchor,
  headerAnchor,
  scenarioAnchor,
  schemaAnchor,
} from '../plain-reference/anchors.ts';
import { routeOf } from '../routes.ts';
import { label } from '../site.ts';
import { type Group, groups, type SearchEntry } from './entry.ts';

export const entry = (
  group: Group,
  title: string,
  context: string,
  address: string,
  text: string,
): SearchEntry => [
  groups.indexOf(group),
  title,
  context,
  address,
  text
    .replaceAll(/[`*]|\]\([^)]*\)|\[/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim(),
];

/** Shortens a text to about 240 characters. */
const opening = (text: string): string =>
  text.length <= 240 ? text : `${text.slice(0, 240).replace(/\s\S*$/, '')} …`;

const properties = (schema: Schema): [string, Schema][] =>
  Object.entries((schema.properties ?? {}) as Record<string, Schema>);

/** Returns an entry for each header of a response. */
function headerEntries(
  { name, operations }: Contract,
  anchored: (anchor: string, make: (address: string) => SearchEntry) => SearchEntry[],
): SearchEntry[] {
  const headers = operations.flatMap(({ responses }) => responses.flatMap((one) => one.headers));
  const byName = new Map(headers.map((header) => [header.name, header]));
  return [...byName.values()].flatMap((header) =>
    anchored(headerAnchor(header.name), (address) =>
      entry(
        'Fields',
        header.name,
        `${label[name]} · response header`,
        address,
        opening(header.description),
      ),
    ),
  );
}

/**
 * Returns the search entries of a contract.
 *
 * @param anchors anchors of its plain reference; an entry without an anchor is omitted
 */
export function contractEntries(contract: Contract, anchors: ReadonlySet<string>): SearchEntry[] {
  const { name, operations, webhooks, schemas, scenarios } = contract;
  const here = label[name];
  const plain = `${name}/reference.html`;
  const anchored = (anchor: string, make: (address: string) => SearchEntry): SearchEntry[] =>
    anchors.has(anchor) ? [make(`${plain}#${anchor}`)] : [];
  return [
    ...operations.map((operation) =>
      entry(
        'Operations',
        operation.id,
        `${here} · ${operation.summary}`,
        `${name}/${routeOf(operation)}`,
        `${operation.method} ${operation.path} ${opening(operation.description)}`,
      ),
    ),
    ...webhooks.map((webhook) =>
      entry(
        'Events',
        webhook.name,
        `${here} · ${webhook.summary}`,
        `${name}/${routeOf(webhook)}`,
        `${webhook.id} ${opening(webhook.description)}`,
      ),
    ),
    ...[...schemas].flatMap(([schemaName, schema]) => [
      ...anchored(schemaAnchor(schemaName), (address) =>
        entry(
          'Schemas',
          schemaName,
          here,
          address,
          `${opening(ownDescription(schema))} ${(enumValuesOf(schema) ?? []).join(' ')}`,
        ),
      ),
      ...properties(schema).flatMap(([field, property]) =>
        anchored(fieldAnchor(schemaName, field), (address) =>
          entry(
            'Fields',
            field,
            `${here} · ${schemaName}`,
            address,
            opening(String(property.description ?? contract.deref(property).description ?? '')),
          ),
        ),
      ),
    ]),
    ...headerEntries(contract, anchored),
    ...scenarios.flatMap(({ name: scenario, summary }) =>
      anchored(scenarioAnchor(scenario), (address) =>
        entry('Scenarios', scenario, `${here} · ${summary}`, address, ''),
      ),
    ),
  ];
}
