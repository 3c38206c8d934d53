import { isDeepStrictEqual } from 'node:util';
import { type Contract, isObject, type Json } from '@delivery-api/specs/contract';
import { below } from '../../documents/pointer.ts';
import type { Change } from '../comparison/change.ts';
import { ChangeList, type Rule, reason } from '../comparison/rule.ts';

/** Extensions that only people read, each with the sentence that reports a change. */
const annotations = new Map([
  ['x-enumDescriptions', 'The description of a value changed.'],
  ['x-decisions', 'The list of decisions changed.'],
  ['x-tagGroups', 'The groups of the reference changed.'],
]);

const changesAt = (pointer: string) =>
  new ChangeList('words', { direction: 'document', operations: [], pointer });

/** Content that only people read: descriptions of values, decisions, groups, examples. */
export const documentation: Rule = ({ base, revision }) => [
  ...compareMaps(annotationsOf(base.document), annotationsOf(revision.document), (pointer) => {
    const list = changesAt(pointer);
    const keyword = pointer.slice(pointer.lastIndexOf('/') + 1);
    list.patch('annotation', annotations.get(keyword) ?? '', reason.documentation);
    return list.changes;
  }),
  ...compareMaps(examplesOf(base), examplesOf(revision), (name, before, after) => {
    const list = changesAt('#/components');
    if (after === undefined)
      list.patch(
        'example',
        `The example \`${name}\` is removed.`,
        'Only sandbox requests that select it with `Prefer` are rejected.',
      );
    else
      list.patch(
        'example',
        `The example \`${name}\` ${before === undefined ? 'is new' : 'changed'}.`,
        'Examples only.',
        'examples',
        name,
      );
    return list.changes;
  }),
];

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
      if (annotations.has(key)) found.set(below(pointer, key), value);
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
