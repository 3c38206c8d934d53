import { describe, expect, it } from 'vitest';
import {
  type Difference,
  mergeDuplicates,
  requiredBump,
  sortChanges,
} from '../src/diff/comparison/change.ts';
import { formatDifferences } from '../src/diff/formats/formats.ts';
import { workflowCommand } from '../src/diff/formats/github.ts';
import { escapeMarkdown } from '../src/diff/formats/markdown.ts';
import { rate } from '../src/diff/rate.ts';
import { draftEntry } from '../src/release/changelog-draft.ts';
import { type Edit, edited } from './support/contract.ts';

const removeTransition: Edit = (document) =>
  document.components.schemas.ParcelStatus['x-state-machine'].transitions.pop();
const raiseLimit: Edit = (document) => {
  document.paths['/parcels'].post['x-limits'].max_body_bytes = 2000;
};
const changeText: Edit = (document) => {
  document.components['x-error-catalogue'].common.busy.action = 'Wait a little.';
};

function difference(...edits: Edit[]): Difference {
  const changes = rate(edited(), edited(...edits), []).map((change, index) => ({
    interface: 'lastmile' as const,
    ...change,
    ...(index === 0 && { source: { file: 'specs/a.yaml', line: 7 } }),
  }));
  return {
    interface: 'lastmile',
    base: { label: 'old', version: '1.0.0' },
    revision: { label: 'new', version: '2.0.0' },
    changes,
    bump: requiredBump(changes),
  };
}

describe('formatDifferences', () => {
  it('prints the bump on the last line of the terminal format', () => {
    expect(
      formatDifferences([difference(removeTransition, raiseLimit)], 'terminal'),
    ).toMatchInlineSnapshot(`
      "lastmile: old to new (1.0.0 to 2.0.0): 1 major, 1 minor.
        major  behavior   The status can no longer change from \`moving\` to \`lost\`.
               Clients that cause this transition, or wait for it, cannot proceed. The actor of this transition was \`courier\`.
               specs/a.yaml:7  [createParcel, getParcel, parcelMoved]
        minor  behavior   The maximum body size of \`createParcel\` changed from 1000 bytes to 2000 bytes.
               Requests that were valid are still valid.
               #/paths/~1parcels/post/x-limits/max_body_bytes  [createParcel]
      Required version bump: major
      "
    `);
  });

  it('prints a Markdown table', () => {
    expect(
      formatDifferences([difference(removeTransition, changeText)], 'markdown'),
    ).toMatchInlineSnapshot(`
      "### lastmile: old to new (1.0.0 to 2.0.0)

      1 major, 1 patch. Required version bump: **major**

      | Bump | Direction | Change and reason | Operations | Location |
      |---|---|---|---|---|
      | major | behavior | The status can no longer change from \`moving\` to \`lost\`. Clients that cause this transition, or wait for it, cannot proceed. The actor of this transition was \`courier\`. | \`createParcel\` \`getParcel\` \`parcelMoved\` | \`specs/a.yaml:7\` |
      | patch | behavior | The action of \`busy\` changed. Documentation only. | \`createParcel\` | \`#/components/x-error-catalogue/common/busy/action\` |
      "
    `);
  });

  it('annotates major and minor changes, but not documentation changes', () => {
    expect(
      formatDifferences([difference(removeTransition, raiseLimit, changeText)], 'github'),
    ).toMatchInlineSnapshot(`
      "::warning file=specs/a.yaml,line=7,title=major (behavior)::The status can no longer change from \`moving\` to \`lost\`. Clients that cause this transition, or wait for it, cannot proceed. The actor of this transition was \`courier\`.
      ::notice title=minor (behavior)::The maximum body size of \`createParcel\` changed from 1000 bytes to 2000 bytes. Requests that were valid are still valid.
      "
    `);
  });

  it('annotates at most ten changes, major changes first', () => {
    const { changes, ...rest } = difference(removeTransition, raiseLimit);
    const [major, minor] = changes;
    const many = [...Array.from({ length: 12 }, () => minor), major] as typeof changes;
    const lines = formatDifferences([{ ...rest, changes: many }], 'github')
      .trim()
      .split('\n');
    expect(lines).toHaveLength(10);
    expect(lines[0]).toMatch(/^::warning/);
  });

  it('states that there is no difference', () => {
    expect(formatDifferences([difference()], 'terminal')).toBe(
      'lastmile: old to new (1.0.0 to 2.0.0): no difference.\nRequired version bump: none\n',
    );
    expect(formatDifferences([difference()], 'markdown')).toContain('No difference.');
  });

  it('prints the larger version bump if the bumps of two interfaces differ', () => {
    expect(formatDifferences([difference(changeText), difference(raiseLimit)], 'terminal')).toMatch(
      /\nRequired version bump: minor\n$/,
    );
  });

  it('sorts changes independently of their input order', () => {
    const { changes } = difference(removeTransition, raiseLimit, changeText);
    expect(sortChanges(changes.toReversed())).toEqual(changes);
    expect(changes.map(({ bump }) => bump)).toEqual(['major', 'minor', 'patch']);
  });

  it('merges changes with the same location and sentence, with all operations and the largest bump', () => {
    const change = {
      rule: 'r',
      direction: 'request' as const,
      pointer: '#/a',
      what: 'It.',
      reason: 'So.',
    };
    expect(
      mergeDuplicates([
        { ...change, bump: 'minor', operations: ['b'] },
        { ...change, bump: 'major', operations: ['a'] },
      ]),
    ).toEqual([{ ...change, bump: 'major', operations: ['a', 'b'] }]);
  });
});

describe('escapeMarkdown', () => {
  it.each([
    ['prevents mentions', 'Ask @everyone', 'Ask &#64;everyone'],
    ['escapes HTML', '<img src=x>', '&lt;img src=x&gt;'],
    ['prevents links and images', '![a](https://x.example)', '!\\[a](https:&#47;&#47;x.example)'],
    ['escapes the end of a cell', 'a | b', 'a \\| b'],
    ['removes line breaks', 'a\n\n# b', 'a # b'],
    ['keeps code spans', 'is `a<b` now', 'is `a<b` now'],
    ['escapes text after an unclosed code span', '`<img src=x>', "'&lt;img src=x&gt;"],
  ])('escapeMarkdown %s', (_, text, shown) => {
    expect(escapeMarkdown(text)).toBe(shown);
  });
});

it('workflowCommand escapes delimiters', () => {
  expect(workflowCommand('error', 'a,b:c', 'one\ntwo 100%', { file: 'a:b.yaml', line: 3 })).toBe(
    '::error file=a%3Ab.yaml,line=3,title=a%2Cb%3Ac::one%0Atwo 100%25\n',
  );
});

describe('draftEntry', () => {
  it('writes the effect in bold, the required action, and the operations', () => {
    expect(
      draftEntry(difference(removeTransition, raiseLimit, changeText), edited()),
    ).toMatchInlineSnapshot(`
      "### Breaking

      - **The status can no longer change from \`moving\` to \`lost\`.** Clients that cause this transition, or wait for it, cannot proceed. The actor of this transition was \`courier\`. Clients that rely on the old behavior must change before they use this version. Affects \`createParcel\`, \`getParcel\` and \`parcelMoved\`.

      ### Additions

      - **The maximum body size of \`createParcel\` changed from 1000 bytes to 2000 bytes.** No action is required. Affects \`createParcel\`.

      ### Documentation

      - **1 text or example changed.** No action is required."
    `);
  });

  it('describes the first release', () => {
    expect(draftEntry({ ...difference(), base: undefined }, edited())).toBe(
      '**First release of the Small interface.** No action is required.\n\nAffects `createParcel`, `getParcel` and `parcelMoved`.',
    );
  });

  it('describes a version without changes', () => {
    expect(draftEntry(difference(), edited())).toBe(
      '**No changes since 1.0.0.** No action is required.',
    );
  });
});
