import type { Change } from '../comparison/change.ts';
import { below } from '../../documents/pointer.ts';
import { missing, type Rule } from '../comparison/rule.ts';

/**
 * Names that people link to and code is generated from, beside those that the engine knows: tags,
 * path parameters, the base address of the reference.
 */
export const publicNames: Rule = ({ base, revision, pairs }) => {
  const change = (
    rule: string,
    bump: Change['bump'],
    pointer: string,
    operations: string[],
    what: string,
    reason: string,
  ): Change => ({
    rule: `public-names/${rule}`,
    direction: 'document',
    bump,
    pointer,
    operations,
    what,
    reason,
  });
  const names = (tags: { name: string }[]) => tags.map(({ name }) => name);
  const [gone, come] = [
    missing(names(base.tags), names(revision.tags)),
    missing(names(revision.tags), names(base.tags)),
  ];
  return [
    ...gone.map((tag) =>
      change(
        'tag-removed',
        'major',
        '#/tags',
        [],
        `The tag \`${tag}\` is gone.`,
        'Links into the reference that go by it lead nowhere.',
      ),
    ),
    ...come.map((tag) =>
      change(
        'tag-added',
        'minor',
        '#/tags',
        [],
        `The tag \`${tag}\` is new.`,
        'A place more in the reference.',
      ),
    ),
    ...[...pairs.operations, ...pairs.webhooks]
      .filter((pair) => pair.base.tag !== pair.revision.tag && !gone.includes(pair.base.tag))
      .map(({ pointer, base: was, revision: is }) =>
        change(
          'tag-changed',
          'major',
          below(pointer, 'tags'),
          [is.id],
          `\`${is.id}\` stands under \`${is.tag}\`, no longer under \`${was.tag}\`.`,
          'Links into the reference that go by it lead nowhere.',
        ),
      ),
    ...pairs.operations
      .filter((pair) => pair.base.path !== pair.revision.path)
      .map(({ pointer, base: was, revision: is }) =>
        change(
          'path-parameter-renamed',
          'major',
          pointer,
          [is.id],
          `\`${is.id}\` calls the parameters of its path otherwise: \`${is.path}\`, no longer \`${was.path}\`.`,
          'The address is the same, but methods of generated clients take them by name.',
        ),
      ),
    ...(base.docsBase === revision.docsBase
      ? []
      : [
          change(
            'docs-base',
            'major',
            '#/x-docs-base',
            [],
            `The reference stands at ${revision.docsBase}, no longer at ${base.docsBase}.`,
            'The `type` of every problem begins with it, and code may compare that.',
          ),
        ]),
  ];
};
