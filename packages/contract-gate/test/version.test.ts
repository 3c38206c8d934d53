import { describe, expect, it } from 'vitest';
import { isPreRelease, largest, nextVersion, reaches } from '../src/diff/comparison/bump.ts';
import { requiredBump } from '../src/diff/comparison/change.ts';
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
    bump: requiredBump(changes),
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
const changeText: Edit = (document) => {
  document.components['x-error-catalogue'].common.busy.cause = 'New words.';
};

describe('nextVersion and reaches', () => {
  it.each([
    ['1.2.3', 'none', '1.2.3'],
    ['1.2.3', 'patch', '1.2.4'],
    ['1.2.3', 'minor', '1.3.0'],
    ['1.2.3', 'major', '2.0.0'],
    ['1.0.0-rc.1', 'major', '1.0.0-rc.2'],
  ] as const)('%s with a %s change becomes %s', (version, bump, next) => {
    expect(nextVersion(version, bump)).toBe(next);
  });

  it.each([
    ['2.0.0-rc.1', '1.4.0', 'major', true],
    ['1.5.0-rc.1', '1.4.0', 'major', false],
    ['1.5.0-rc.1', '1.4.0', 'minor', true],
    ['3.0.0', '1.4.0', 'patch', true],
    ['1.4.0', '1.4.0', 'patch', false],
  ] as const)(
    'whether %s after %s is high enough for a %s change: %s',
    (version, released, bump, enough) => {
      expect(reaches(version, released, bump)).toBe(enough);
    },
  );

  it('throw for a version that is not semantic', () => {
    expect(() => nextVersion('one', 'major')).toThrow("'one' is not a semantic version.");
  });

  it('detects a pre-release', () => {
    expect(['1.0.0', '1.0.0-rc.1'].map(isPreRelease)).toEqual([false, true]);
  });

  it('returns the largest bump, and none for an empty list', () => {
    expect(largest(['minor', 'major', 'patch'])).toBe('major');
    expect(largest([])).toBe('none');
  });
});

describe('checkVersion', () => {
  it('reports the required version after a removed transition, the reason and the fix', () => {
    const [violation] = checkVersion(difference('1.0.0', '1.1.0', removeTransition));
    expect(violation?.message).toBe(
      'specs/lastmile.yaml: info.version is 1.1.0, but this change needs 2.0.0, a major step from 1.0.0. The status can no longer change from `moving` to `lost`. ' +
        'Clients that cause this transition, or wait for it, cannot proceed. It was caused by `courier`. Set info.version to 2.0.0, or undo the change. `npm run diff -- lastmile` lists everything.',
    );
  });

  it.each([
    ['a removed transition in a major', '1.0.0', '2.0.0', removeTransition],
    ['a removed transition in the candidate of a major', '1.0.0', '2.0.0-rc.1', removeTransition],
    ['a new transition in a minor', '1.0.0', '1.1.0', addTransition],
    ['new texts in a patch', '1.0.0', '1.0.1', changeText],
    ['a bigger step than needed', '1.0.0', '2.0.0', changeText],
    ['any change from one candidate to the next', '1.0.0-rc.1', '1.0.0-rc.2', removeTransition],
    ['any change from a candidate to the release', '1.0.0-rc.1', '1.0.0', removeTransition],
    ['no change', '1.0.0', '1.0.0', () => undefined],
  ])('accepts %s', (_, released, version, edit) => {
    expect(checkVersion(difference(released, version, edit))).toEqual([]);
  });

  it.each([
    ['a new transition in a patch', '1.0.0', '1.0.1', addTransition, 'needs 1.1.0, a minor step'],
    [
      'new texts in the same version',
      '1.0.0',
      '1.0.0',
      changeText,
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
      'a removed transition in a released candidate',
      '1.0.0-rc.1',
      '1.0.0-rc.1',
      removeTransition,
      'is still 1.0.0-rc.1, which is already released, and the contract has changed. Set info.version to 1.0.0-rc.2.',
    ],
    [
      'a lower version',
      '1.1.0',
      '1.0.0',
      () => undefined,
      '1.1.0 is already released. Set info.version to 1.1.1.',
    ],
    [
      'a lower candidate',
      '1.0.0-rc.2',
      '1.0.0-rc.1',
      () => undefined,
      '1.0.0-rc.2 is already released. Set info.version to 1.0.0-rc.3.',
    ],
    [
      'a version that is not semantic',
      '1.0.0',
      'next',
      changeText,
      "info.version is 'next', which is not a semantic version.",
    ],
  ])('rejects %s', (_, released, version, edit, sentence) => {
    expect(checkVersion(difference(released, version, edit)).map(({ message }) => message)).toEqual(
      [expect.stringContaining(sentence)],
    );
  });

  it('counts further changes with the same bump', () => {
    const twice: Edit = (document) => {
      removeTransition(document);
      removeTransition(document);
    };
    expect(checkVersion(difference('1.0.0', '1.0.0', twice))[0]?.message).toContain(
      '(and 1 more like it)',
    );
  });

  it('accepts any version before the first release', () => {
    expect(checkVersion({ ...difference('1.0.0', '1.0.0'), base: undefined })).toEqual([]);
  });
});
