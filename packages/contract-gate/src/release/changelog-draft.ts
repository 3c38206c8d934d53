import type { Contract } from '@delivery-api/specs/contract';
import type { Change, Difference, Direction } from '../diff/comparison/change.ts';
import { quoteList } from '../diff/comparison/rule.ts';

const noAction = 'No action is required.';

const actions: Record<Direction, string> = {
  request: 'Clients must change their requests before they use this version.',
  parameter: 'Clients must change their requests before they use this version.',
  response: 'Clients must change how they handle the response before they use this version.',
  header: 'Clients must change how they handle the header before they use this version.',
  webhook: 'Receivers must change how they handle the event before they use this version.',
  security: 'Clients must request a suitable token before they use this version.',
  behavior: 'Clients that rely on the old behavior must change before they use this version.',
  document:
    'Clients must update the code and links that are affected before they use this version.',
};

/**
 * Drafts a changelog entry: one list item for each major and minor change, and one item with the
 * number of patches. The item of a change contains the change in bold, the required action, and the
 * affected operations. For the first release, or without changes, the draft has no list. A person
 * edits the draft.
 */
export function draftEntry({ base, changes }: Difference, revision: Contract): string {
  if (base === undefined) {
    const names = [
      ...revision.operations.map(({ id }) => id),
      ...revision.webhooks.map(({ name }) => name),
    ];
    return `**First release of the ${revision.title} interface.** ${noAction}\n\nAffects ${quoteList(names)}.`;
  }
  if (changes.length === 0) return `**No changes since ${base.version}.** ${noAction}`;
  const pointsOf = (bump: Change['bump']) => changes.filter((change) => change.bump === bump);
  const texts = pointsOf('patch').length;
  return [
    ['Breaking', pointsOf('major').map(formatPoint)] as const,
    ['Additions', pointsOf('minor').map(formatPoint)] as const,
    [
      'Documentation',
      texts === 0
        ? []
        : [
            `- **${texts} ${texts === 1 ? 'text or example' : 'texts or examples'} changed.** ${noAction}`,
          ],
    ] as const,
  ]
    .filter(([, points]) => points.length > 0)
    .map(([heading, points]) => `### ${heading}\n\n${points.join('\n')}`)
    .join('\n\n');
}

function formatPoint({ what, reason, bump, direction, operations }: Change): string {
  const action = bump === 'major' ? `${reason} ${actions[direction]}` : noAction;
  const affected = operations.length === 0 ? '' : ` Affects ${quoteList(operations)}.`;
  return `- **${what}** ${action}${affected}`;
}
