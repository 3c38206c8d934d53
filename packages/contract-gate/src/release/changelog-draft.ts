import type { Contract } from '@delivery-api/specs/contract';
import type { Change, Difference, Direction } from '../diff/comparison/change.ts';

const headings = { major: 'Breaking', minor: 'New', patch: 'Wording' } as const;

/**
 * A draft of a changelog entry: under each size of step one point for each change, with the effect
 * in bold, who has to do what, and the
 * operations it reaches. A person puts together what belongs together, and says it in the words of
 * an integrator.
 */
export function draftEntry(difference: Difference, revision: Contract): string {
  if (difference.base === undefined) {
    const names = [
      ...revision.operations.map(({ id }) => id),
      ...revision.webhooks.map(({ name }) => name),
    ];
    return `**First release of the ${revision.title} interface.** Nobody has to change anything.\n\nAffects ${names.map((name) => `\`${name}\``).join(', ')}.`;
  }
  if (difference.changes.length === 0)
    return `**Nothing has changed since ${difference.base.version}.** Nobody has to do anything.`;
  const parts = (['major', 'minor'] as const).flatMap((bump) => {
    const points = difference.changes.filter((change) => change.bump === bump).map(point);
    return points.length === 0 ? [] : [`### ${headings[bump]}\n\n${points.join('\n')}`];
  });
  const words = difference.changes.filter(({ bump }) => bump === 'patch').length;
  if (words > 0)
    parts.push(
      `### ${headings.patch}\n\n- **${words} ${words === 1 ? 'text or example is' : 'texts or examples are'} worded anew.** Nobody has to do anything.`,
    );
  return parts.join('\n\n');
}

function point({ what, reason, bump, direction, operations }: Change): string {
  const reach =
    operations.length === 0
      ? ''
      : ` Affects ${operations.map((name) => `\`${name}\``).join(', ')}.`;
  return `- **${what}** ${bump === 'major' ? `${reason} ${duty[direction]}` : 'Nobody has to do anything.'}${reach}`;
}

const duty: Record<Direction, string> = {
  request: 'Callers change what they send before they move to this version.',
  parameter: 'Callers change how they call before they move to this version.',
  response: 'Callers change what they do with the answer before they move to this version.',
  header: 'Callers change what they do with the header before they move to this version.',
  webhook: 'Receivers change how they take the event before they move to this version.',
  security: 'Callers ask the operator for a token that fits before they move to this version.',
  behaviour: 'Whoever relies on it changes that before moving to this version.',
  document: 'Whoever goes by it, in code or in links, changes that before moving to this version.',
};
