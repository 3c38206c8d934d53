import type { Contract, Json } from '@delivery-api/specs/contract';
import type { Change } from '../comparison/change.ts';
import { below, isObject, sameJson } from '../../documents/pointer.ts';
import type { Rule } from '../comparison/rule.ts';

const annotations = new Map([
  ['x-enumDescriptions', 'What the values mean is worded anew.'],
  ['x-decisions', 'It rests on other decisions.'],
  ['x-tagGroups', 'The reference is grouped anew.'],
]);

/**
 * What is read by people only: the meaning of values, decisions, groups of the reference, examples.
 */
export const words: Rule = ({ base, revision }) => [
  ...annotated(base, revision),
  ...examples(base, revision),
];

function annotated(base: Contract, revision: Contract): Change[] {
  const [before, after] = [collect(base.document), collect(revision.document)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((pointer) => !sameJson(before.get(pointer), after.get(pointer)))
    .map((pointer): Change => {
      const keyword = pointer.slice(pointer.lastIndexOf('/') + 1);
      return {
        rule: 'words/annotation',
        direction: 'document',
        bump: 'patch',
        pointer,
        operations: [],
        what: annotations.get(keyword) ?? '',
        reason: 'Words only.',
      };
    });
}

function collect(node: Json, at = '#', found = new Map<string, Json>()): Map<string, Json> {
  if (Array.isArray(node))
    for (const [index, item] of node.entries()) collect(item, below(at, index), found);
  else if (isObject(node)) {
    for (const [key, value] of Object.entries(node)) {
      if (annotations.has(key)) found.set(below(at, key), value);
      else if (key !== 'example' && key !== 'examples' && !key.startsWith('x-'))
        collect(value, below(at, key), found);
    }
  }
  return found;
}

function examples(base: Contract, revision: Contract): Change[] {
  const [before, after] = [named(base), named(revision)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => !sameJson(before.get(name), after.get(name)))
    .map((name): Change => {
      const [was, is] = [before.has(name), after.has(name)];
      return {
        rule: 'words/example',
        direction: 'document',
        bump: 'patch',
        pointer: is ? below('#/components/examples', name) : '#/components',
        operations: [],
        what: `The example \`${name}\` ${was && is ? 'is another one' : was ? 'is gone' : 'is new'}.`,
        reason:
          was && !is
            ? 'Requests to the sandbox that prefer it are refused; the service is the same.'
            : 'Examples only.',
      };
    });
}

function named(contract: Contract): Map<string, Json> {
  const components = contract.document.components;
  const found = isObject(components) && isObject(components.examples) ? components.examples : {};
  return new Map(Object.entries(found));
}
