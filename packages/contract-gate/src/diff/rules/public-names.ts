import { isDeepStrictEqual } from 'node:util';
import type { Contract, Json } from '@delivery-api/specs/contract';
import { below, valueAt } from '../../documents/pointer.ts';
import { ChangeList, diffLists, type Rule, reason } from '../comparison/rule.ts';

const brokenLinks = 'Links to the reference that contain the tag break.';

/**
 * Names that links and generated code contain and that the engine does not check: tags, path
 * parameters, and the base URL of the reference.
 */
export const publicNames: Rule = ({ base, revision, pairs }) => {
  const changesOf = (pointer: string, operations: string[] = []) =>
    new ChangeList('public-names', { direction: 'document', operations, pointer });
  const { removed, added } = diffLists(tagsOf(base), tagsOf(revision));
  const tags = changesOf('#/tags');
  for (const tag of removed)
    tags.major('tag-removed', `The tag \`${tag}\` is removed.`, brokenLinks);
  for (const tag of added) tags.minor('tag-added', `The tag \`${tag}\` is new.`, reason.additive);
  if (removed.length + added.length === 0 && !isDeepStrictEqual(declared(base), declared(revision)))
    tags.patch('tag-order', 'The list of tags changed.', reason.documentation);
  const retagged = [...pairs.operations, ...pairs.webhooks]
    .filter((pair) => pair.base.tag !== pair.revision.tag && !removed.includes(pair.base.tag))
    .flatMap(({ pointer, base: before, revision: { id, tag } }) => {
      const changes = changesOf(pointer, [id]);
      changes.major(
        'tag-changed',
        `The tag of \`${id}\` changed from \`${before.tag}\` to \`${tag}\`.`,
        brokenLinks,
        'tags',
      );
      return changes.changes;
    });
  const regrouped = [...pairs.operations, ...pairs.webhooks].flatMap((pair) => {
    const changes = changesOf(pair.pointer, [pair.revision.id]);
    const others = ({ document }: Contract, pointer: string) =>
      strings(valueAt(document, below(pointer, 'tags'))).slice(1);
    if (!isDeepStrictEqual(others(base, pair.basePointer), others(revision, pair.pointer)))
      changes.patch(
        'other-tags',
        `The additional tags of \`${pair.revision.id}\` changed.`,
        reason.documentation,
        'tags',
      );
    return changes.changes;
  });
  const renamed = pairs.operations
    .filter((pair) => pair.base.path !== pair.revision.path)
    .flatMap(({ pointer, base: before, revision: { id, path } }) => {
      const changes = changesOf(pointer, [id]);
      changes.major(
        'path-parameter-renamed',
        `The path of \`${id}\` has different parameter names: \`${path}\` instead of \`${before.path}\`.`,
        'The URLs are the same, but methods of generated clients take path parameters by name.',
      );
      return changes.changes;
    });
  const address = changesOf('#/x-docs-base');
  if (base.docsBase !== revision.docsBase)
    address.major(
      'docs-base',
      `The base URL of the reference changed from \`${base.docsBase}\` to \`${revision.docsBase}\`.`,
      'The `type` of every problem begins with this URL, and code may compare it.',
    );
  return [...tags.changes, ...retagged, ...regrouped, ...renamed, ...address.changes];
};

const declared = ({ tags }: Contract): string[] => tags.map(({ name }) => name);

/** Returns the names of all tags, including tags that only an operation or a webhook has. */
const tagsOf = (contract: Contract): string[] => [
  ...new Set([
    ...declared(contract),
    ...[...contract.operations, ...contract.webhooks].map(({ tag }) => tag),
  ]),
];

const strings = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.map(String) : [];
