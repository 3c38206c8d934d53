import { isDeepStrictEqual } from 'node:util';
import { type Contract, isObject, type Json, type JsonObject } from '@delivery-api/specs/contract';
import { below } from '../../documents/pointer.ts';
import type { Change } from '../comparison/change.ts';
import { locationName } from '../comparison/location-name.ts';
import { ChangeList, plural, quoteList, type Rule, reason } from '../comparison/rule.ts';

/** Extensions that contain only documentation. */
const annotations = ['x-enumDescriptions', 'x-decisions', 'x-tagGroups'];

const changesAt = (pointer: string) =>
  new ChangeList('documentation', { direction: 'document', operations: [], pointer });

/** Documentation: descriptions of enum values, lists of decisions, tag groups, and examples. */
export const documentation: Rule = ({ base, revision }) => [
  ...compareMaps(
    annotationsOf(base.document),
    annotationsOf(revision.document),
    (pointer, before, after) => {
      const list = changesAt(pointer);
      const { document } = after === undefined ? base : revision;
      const what = describeAnnotation(pointer, before, after, document);
      list.patch('annotation', what, reason.documentation);
      return list.changes;
    },
  ),
  ...compareMaps(examplesOf(base), examplesOf(revision), (name, before, after) => {
    const list = changesAt('#/components');
    if (after === undefined)
      list.patch(
        'example',
        `The example \`${name}\` is removed.`,
        'Documentation only, except that sandbox requests that select the example are rejected.',
      );
    else
      list.patch(
        'example',
        `The example \`${name}\` ${before === undefined ? 'is new' : 'changed'}.`,
        'Examples are documentation only.',
        'examples',
        name,
      );
    return list.changes;
  }),
];

/** Describes the change to an annotation in a sentence. */
function describeAnnotation(
  pointer: string,
  before: Json | undefined,
  after: Json | undefined,
  document: JsonObject,
): string {
  const parts = pointer.split('/');
  if (parts.at(-1) === 'x-decisions') return 'The list of decisions changed.';
  if (parts.at(-1) === 'x-tagGroups') return 'The tag groups of the reference changed.';
  const [earlier, now] = [before, after].map((one) => (isObject(one) ? one : {})) as [
    JsonObject,
    JsonObject,
  ];
  const values = Object.keys({ ...earlier, ...now }).filter((one) => earlier[one] !== now[one]);
  const name = locationName(parts.slice(0, -1).join('/'), document);
  return `The ${plural(values, 'description', 'descriptions')} of ${quoteList(values)} in ${name} changed.`;
}

/** Calls `report` for each key whose value differs. */
const compareMaps = (
  before: ReadonlyMap<string, Json>,
  after: ReadonlyMap<string, Json>,
  report: (key: string, before: Json | undefined, after: Json | undefined) => Change[],
): Change[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => !isDeepStrictEqual(before.get(key), after.get(key)))
    .flatMap((key) => report(key, before.get(key), after.get(key)));

/** Collects the annotations of a document by JSON Pointer. */
function annotationsOf(node: Json, pointer = '#', found = new Map<string, Json>()) {
  if (Array.isArray(node))
    for (const [index, item] of node.entries()) annotationsOf(item, below(pointer, index), found);
  else if (isObject(node)) {
    for (const [key, value] of Object.entries(node)) {
      if (annotations.includes(key)) found.set(below(pointer, key), value);
      else if (key !== 'example' && key !== 'examples' && !key.startsWith('x-'))
        annotationsOf(value, below(pointer, key), found);
    }
  }
  return found;
}

function examplesOf({ document: { components } }: Contract): Map<string, Json> {
  const examples = isObject(components) ? components.examples : undefined;
  return new Map(isObject(examples) ? Object.entries(examples) : []);
}
