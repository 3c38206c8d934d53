import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json } from '@delivery-api/specs/contract';
import { below } from '../../documents/pointer.ts';
import { ChangeList, type Rule } from '../comparison/rule.ts';

/** Extensions that other rules rate; for a list, only these members. */
const rated: Readonly<Record<string, readonly string[] | true>> = {
  'x-limits': ['rate', 'rate_by_type', 'max_body_bytes', 'timeout_seconds'],
  'x-webhook-delivery': ['timeout_seconds', 'delays_seconds', 'until', 'test_vector'],
  'x-state-machine': ['field', 'initial', 'states', 'transitions', 'skips', 'guaranteed'],
  'x-blockers': true,
  'x-decisions': true,
  'x-docs-base': true,
  'x-enumDescriptions': true,
  'x-error-catalogue': true,
  'x-extensible-enum': true,
  'x-interface': true,
  'x-problem-codes': true,
  'x-scenarios': true,
  'x-sunset': true,
  'x-tagGroups': true,
};

/**
 * Extensions, and members of extensions, that no other rule rates. Every change to an unrated
 * extension is minor. A new unrated member is minor; a changed or removed one is major.
 */
export const unknownExtensions: Rule = ({ base, revision }) => {
  const [before, after] = [collect(base.document), collect(revision.document)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((pointer) => {
    const [earlier, now] = [before.get(pointer), after.get(pointer)];
    if (isDeepStrictEqual(earlier?.value, now?.value)) return [];
    const parent = pointer.slice(0, pointer.lastIndexOf('/'));
    const list = new ChangeList('unknown-extensions', {
      direction: 'behavior',
      operations: [],
      pointer: now === undefined ? parent : pointer,
    });
    const { name, isMember } = now ?? earlier ?? { name: '', isMember: false };
    list.add(
      'changed',
      isMember && earlier !== undefined ? 'major' : 'minor',
      `${name} ${earlier === undefined ? 'is new' : now === undefined ? 'is removed' : 'changed'}.`,
      'The effect is unknown.',
    );
    return list.changes;
  });
};

/** By JSON Pointer. `name` is quoted. */
type Found = Map<string, { name: string; value: Json; isMember: boolean }>;

function collect(node: Json, pointer = '#', found: Found = new Map()): Found {
  if (Array.isArray(node))
    for (const [index, item] of node.entries()) collect(item, below(pointer, index), found);
  if (!isObject(node)) return found;
  const isNameMap = /\/(properties|schemas|headers)$/.test(pointer);
  for (const [key, value] of Object.entries(node)) {
    const at = below(pointer, key);
    if (isNameMap || !key.startsWith('x-')) {
      if (isNameMap || (key !== 'example' && key !== 'examples')) collect(value, at, found);
      continue;
    }
    const members = rated[key];
    if (members === undefined) found.set(at, { name: `\`${key}\``, value, isMember: false });
    if (!Array.isArray(members) || !isObject(value)) continue;
    for (const [member, content] of Object.entries(value))
      if (!members.includes(member))
        found.set(below(at, member), {
          name: `\`${member}\` of \`${key}\``,
          value: content,
          isMember: true,
        });
  }
  return found;
}
