import { describe, expect, it } from 'vitest';
import { draftEntry } from '../src/release/changelog-draft.ts';
import { type Difference, neededBump, sortChanges, withoutRepeats } from '../src/diff/comparison/change.ts';
import { rate } from '../src/diff/rate.ts';
import { formatted } from '../src/diff/formats/formats.ts';
import { command } from '../src/diff/formats/github.ts';
import { safe } from '../src/diff/formats/markdown.ts';
import { type Edit, edited } from './support/contract.ts';

const loseStep: Edit = (document) =>
  document.components.schemas.ParcelStatus['x-state-machine'].transitions.pop();
const raiseLimit: Edit = (document) => {
  document.paths['/parcels'].post['x-limits'].max_body_bytes = 2000;
};
const reword: Edit = (document) => {
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
    bump: neededBump(changes),
  };
}

describe('a difference', () => {
  it('is told at a terminal with the bump on the last line', () => {
    expect(formatted([difference(loseStep, raiseLimit)], 'terminal')).toMatchInlineSnapshot(`
      "lastmile: old to new (1.0.0 to 2.0.0): 1 major, 1 minor.
        major  behaviour  The status can no longer go from \`moving\` to \`lost\`.
               Whoever makes this step, or waits for it (it was made by \`courier\`), is stuck.
               specs/a.yaml:7  [createParcel, getParcel, parcelMoved]
        minor  behaviour  \`createParcel\` takes bodies up to 2000 bytes, no longer only up to 1000 bytes.
               Every body that was accepted still is.
               #/paths/~1parcels/post/x-limits/max_body_bytes  [createParcel]
      needed bump: major
      "
    `);
  });

  it('is told as Markdown', () => {
    expect(formatted([difference(loseStep, reword)], 'markdown')).toMatchInlineSnapshot(`
      "### lastmile: old to new (1.0.0 to 2.0.0)

      1 major, 1 patch. Needed bump: **major**

      | Bump | Where | What, and why | Reaches | Place |
      |---|---|---|---|---|
      | major | behaviour | The status can no longer go from \`moving\` to \`lost\`. Whoever makes this step, or waits for it (it was made by \`courier\`), is stuck. | \`createParcel\` \`getParcel\` \`parcelMoved\` | \`specs/a.yaml:7\` |
      | patch | behaviour | The action of \`busy\` is worded anew. Words only. | \`createParcel\` | \`#/components/x-error-catalogue/common/busy/action\` |
      "
    `);
  });

  it('is told on the lines of a pull request, without mere words', () => {
    expect(formatted([difference(loseStep, raiseLimit, reword)], 'github')).toMatchInlineSnapshot(`
      "::warning file=specs/a.yaml,line=7,title=major (behaviour)::The status can no longer go from \`moving\` to \`lost\`. Whoever makes this step, or waits for it (it was made by \`courier\`), is stuck.
      ::notice title=minor (behaviour)::\`createParcel\` takes bodies up to 2000 bytes, no longer only up to 1000 bytes. Every body that was accepted still is.
      "
    `);
  });

  it('that is none is told as such', () => {
    expect(formatted([difference()], 'terminal')).toBe(
      'lastmile: old to new (1.0.0 to 2.0.0): no difference.\nneeded bump: none\n',
    );
    expect(formatted([difference()], 'markdown')).toContain('No difference.');
  });

  it('of two interfaces needs the bigger of both bumps', () => {
    expect(formatted([difference(reword), difference(raiseLimit)], 'terminal')).toMatch(
      /\nneeded bump: minor\n$/,
    );
  });

  it('is in the same order whatever the order of its findings', () => {
    const { changes } = difference(loseStep, raiseLimit, reword);
    expect(sortChanges(changes.toReversed())).toEqual(changes);
    expect(changes.map(({ bump }) => bump)).toEqual(['major', 'minor', 'patch']);
  });

  it('says the same of the same place once, with the operations of all and the biggest bump', () => {
    const change = {
      rule: 'r',
      direction: 'request' as const,
      pointer: '#/a',
      what: 'It.',
      reason: 'So.',
    };
    expect(
      withoutRepeats([
        { ...change, bump: 'minor', operations: ['b'] },
        { ...change, bump: 'major', operations: ['a'] },
      ]),
    ).toEqual([{ ...change, bump: 'major', operations: ['a', 'b'] }]);
  });
});

describe('text of a contract in Markdown', () => {
  it.each([
    ['calls nobody', 'Ask @everyone', 'Ask &#64;everyone'],
    ['brings no HTML', '<img src=x>', '&lt;img src=x&gt;'],
    ['brings no link or picture', '![a](https://x.example)', '!\\[a](https:&#47;&#47;x.example)'],
    ['ends no cell', 'a | b', 'a \\| b'],
    ['ends no line', 'a\n\n# b', 'a # b'],
    ['keeps its code', 'is `a<b` now', 'is `a<b` now'],
    ['cannot hide behind an open code span', '`<img src=x>', "'&lt;img src=x&gt;"],
  ])('%s', (_, text, shown) => {
    expect(safe(text)).toBe(shown);
  });
});

it('an annotation escapes what would end it', () => {
  expect(command('error', 'a,b:c', 'one\ntwo 100%', { file: 'a:b.yaml', line: 3 })).toBe(
    '::error file=a%3Ab.yaml,line=3,title=a%2Cb%3Ac::one%0Atwo 100%25\n',
  );
});

describe('the draft of a changelog entry', () => {
  it('has the effect in bold, who must do what, and the operations', () => {
    expect(draftEntry(difference(loseStep, raiseLimit, reword), edited())).toMatchInlineSnapshot(`
      "### Breaking

      - **The status can no longer go from \`moving\` to \`lost\`.** Whoever makes this step, or waits for it (it was made by \`courier\`), is stuck. Whoever relies on it changes that before moving to this version. Affects \`createParcel\`, \`getParcel\`, \`parcelMoved\`.

      ### New

      - **\`createParcel\` takes bodies up to 2000 bytes, no longer only up to 1000 bytes.** Nobody has to do anything. Affects \`createParcel\`.

      ### Wording

      - **1 text or example is worded anew.** Nobody has to do anything."
    `);
  });

  it('of a first release says that nobody has to do anything', () => {
    expect(draftEntry({ ...difference(), base: undefined }, edited())).toBe(
      '**First release of the Small interface.** Nobody has to change anything.\n\nAffects `createParcel`, `getParcel`, `parcelMoved`.',
    );
  });

  it('of nothing says so', () => {
    expect(draftEntry(difference(), edited())).toBe(
      '**Nothing has changed since 1.0.0.** Nobody has to do anything.',
    );
  });
});
