import { describe, expect, it } from 'vitest';
import { isPreRelease, largest, nextVersion, reaches } from '../src/diff/comparison/bump.ts';
import { neededBump } from '../src/diff/comparison/change.ts';
import { rate } from '../src/diff/rate.ts';
import { checkVersion } from '../src/gate/version.ts';
import { type Edit, edited } from './support/contract.ts';

const versioned =
  (version: string): Edit =>
  (document) => {
    document.info.version = version;
  };

/** The difference between the small contract at one version, and after some edits at another. */
function difference(released: string, version: string, ...edits: Edit[]) {
  const [base, revision] = [edited(versioned(released)), edited(versioned(version), ...edits)];
  const changes = rate(base, revision, []).map((change) => ({
    interface: 'lastmile' as const,
    ...change,
  }));
  return {
    interface: 'lastmile' as const,
    base: { label: 'released', version: released },
    revision: { label: 'now', version },
    changes,
    bump: neededBump(changes),
  };
}

const removeTransition: Edit = (document) =>
  document.components.schemas.ParcelStatus['x-state-machine'].transitions.pop();
const addTransition: Edit = (document) =>
  document.components.schemas.ParcelStatus['x-state-machine'].transitions.push({
    from: 'resting',
    to: 'lost',
    by: ['courier'],
  });
const reword: Edit = (document) => {
  document.components['x-error-catalogue'].common.busy.cause = 'New words.';
};

describe('a version', () => {
  it.each([
    ['1.2.3', 'none', '1.2.3'],
    ['1.2.3', 'patch', '1.2.4'],
    ['1.2.3', 'minor', '1.3.0'],
    ['1.2.3', 'major', '2.0.0'],
    ['1.0.0-rc.1', 'major', '1.0.0-rc.2'],
  ] as const)('%s moves for a change of size %s to %s', (version, bump, next) => {
    expect(nextVersion(version, bump)).toBe(next);
  });

  it.each([
    ['2.0.0-rc.1', '1.4.0', 'major', true],
    ['1.5.0-rc.1', '1.4.0', 'major', false],
    ['1.5.0-rc.1', '1.4.0', 'minor', true],
    ['3.0.0', '1.4.0', 'patch', true],
    ['1.4.0', '1.4.0', 'patch', false],
  ] as const)('%s after %s is enough for %s: %s', (version, released, bump, enough) => {
    expect(reaches(version, released, bump)).toBe(enough);
  });

  it('that is no number ends the work with a reason', () => {
    expect(() => nextVersion('one', 'major')).toThrow("'one' is not a semantic version.");
  });

  it('is a pre-release when it says so', () => {
    expect(['1.0.0', '1.0.0-rc.1'].map(isPreRelease)).toEqual([false, true]);
  });

  it('takes the largest of several steps, and none of none', () => {
    expect(largest(['minor', 'major', 'patch'])).toBe('major');
    expect(largest([])).toBe('none');
  });
});

describe('the gate for versions', () => {
  it('tells a newcomer what a removed transition needs, why, and what to do', () => {
    const [complaint] = checkVersion(difference('1.0.0', '1.1.0', removeTransition));
    expect(complaint?.message).toBe(
      'specs/lastmile.yaml: info.version is 1.1.0, but this change needs 2.0.0, a major step from 1.0.0. The status can no longer go from `moving` to `lost`. ' +
        'Whoever makes this step, or waits for it (it was made by `courier`), is stuck. Set info.version to 2.0.0, or take the change back. `npm run diff -- lastmile` lists everything.',
    );
  });

  it.each([
    ['a removed transition in a major', '1.0.0', '2.0.0', removeTransition],
    ['a removed transition in the candidate of a major', '1.0.0', '2.0.0-rc.1', removeTransition],
    ['a new transition in a minor', '1.0.0', '1.1.0', addTransition],
    ['other words in a patch', '1.0.0', '1.0.1', reword],
    ['a bigger step than needed', '1.0.0', '2.0.0', reword],
    ['anything while only a candidate was released', '1.0.0-rc.1', '1.0.0-rc.1', removeTransition],
    ['anything from one candidate to the next', '1.0.0-rc.1', '1.0.0-rc.2', removeTransition],
    ['anything from a candidate to the release', '1.0.0-rc.1', '1.0.0', removeTransition],
    ['no change at all', '1.0.0', '1.0.0', () => undefined],
  ])('lets through %s', (_, released, version, edit) => {
    expect(checkVersion(difference(released, version, edit))).toEqual([]);
  });

  it.each([
    ['a new transition in a patch', '1.0.0', '1.0.1', addTransition, 'needs 1.1.0, a minor step'],
    [
      'other words without a step',
      '1.0.0',
      '1.0.0',
      reword,
      'is still 1.0.0, but this change needs 1.0.1',
    ],
    [
      'a removed transition in the candidate of a minor',
      '1.0.0',
      '1.1.0-rc.1',
      removeTransition,
      'needs 2.0.0',
    ],
    [
      'a step back',
      '1.1.0',
      '1.0.0',
      () => undefined,
      'Versions only go up: set info.version to 1.1.1.',
    ],
    [
      'a step back among candidates',
      '1.0.0-rc.2',
      '1.0.0-rc.1',
      () => undefined,
      'Versions only go up: set info.version to 1.0.0-rc.3.',
    ],
    [
      'a version that is none',
      '1.0.0',
      'next',
      reword,
      "info.version is 'next', which is no semantic version.",
    ],
  ])('stops %s', (_, released, version, edit, sentence) => {
    expect(checkVersion(difference(released, version, edit)).map(({ message }) => message)).toEqual(
      [expect.stringContaining(sentence)],
    );
  });

  it('says how many more there are', () => {
    const twice: Edit = (document) => {
      removeTransition(document);
      removeTransition(document);
    };
    expect(checkVersion(difference('1.0.0', '1.0.0', twice))[0]?.message).toContain(
      '(and 1 more like it)',
    );
  });

  it('has nothing to say before the first release', () => {
    expect(checkVersion({ ...difference('1.0.0', '1.0.0'), base: undefined })).toEqual([]);
  });
});
