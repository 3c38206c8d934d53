import { describe, expect, it } from 'vitest';
import {
  isHighEnough,
  isPreRelease,
  largestBump,
  nextVersion,
} from '../src/diff/comparison/bump.ts';
import { requiredBump } from '../src/diff/comparison/change.ts';
import { rate } from '../src/diff/rate.ts';
import { checkVersion } from '../src/gate/version.ts';
import { type Edit, edited } from './support/contract.ts';

const versioned =
  (version: string): Edit =>
  (document) => {
    document.info.version = version;
  };

/**
 * Returns the difference between the small contract and an edited copy, with the given versions.
 */
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

describe('version bumps', () => {
  it.each([
    ['1.2.3', 'none', '1.2.3'],
    ['1.2.3', 'patch', '1.2.4'],
    ['1.2.3', 'minor', '1.3.0'],
    ['1.2.3', 'major', '2.0.0'],
    ['1.0.0-rc.1', 'major', '1.0.0-rc.2'],
  ] as const)('%s and a %s bump give the next version %s', (version, bump, next) => {
    expect(nextVersion(version, bump)).toBe(next);
  });

  it.each([
    ['2.0.0-rc.1', '1.4.0', 'major'],
    ['1.5.0-rc.1', '1.4.0', 'minor'],
    ['3.0.0', '1.4.0', 'patch'],
  ] as const)('%s after %s is high enough for a %s change', (version, released, bump) => {
    expect(isHighEnough(version, released, bump)).toBe(true);
  });

  it.each([
    ['1.5.0-rc.1', '1.4.0', 'major'],
    ['1.4.0', '1.4.0', 'patch'],
  ] as const)('%s after %s is too low for a %s change', (version, released, bump) => {
    expect(isHighEnough(version, released, bump)).toBe(false);
  });

  it('nextVersion throws for a string that is not a semantic version', () => {
    expect(() => nextVersion('one', 'major')).toThrow("'one' is not a semantic version.");
  });

  it('isPreRelease detects a release candidate', () => {
    expect(['1.0.0', '1.0.0-rc.1'].map(isPreRelease)).toEqual([false, true]);
  });

  it('largestBump returns the largest bump, and none if there are no bumps', () => {
    expect(largestBump(['minor', 'major', 'patch'])).toBe('major');
    expect(largestBump([])).toBe('none');
  });
});

describe('checkVersion', () => {
  it('reports the version that a removed transition requires, the reason, and the fix', () => {
    const [violation] = checkVersion(difference('1.0.0', '1.1.0', removeTransition));
    expect(violation?.message).toBe(
      'specs/lastmile.yaml: info.version is 1.1.0, but this change requires 2.0.0 (a major version bump from 1.0.0). The status can no longer change from `moving` to `lost`. ' +
        'Clients that cause this transition, or wait for it, cannot proceed. The actor of this transition was `courier`. Set info.version to 2.0.0, or undo the change. `npm run diff -- lastmile` lists all changes.',
    );
  });

  it.each([
    ['a removed transition in a major version', '1.0.0', '2.0.0', removeTransition],
    [
      'a removed transition in a release candidate for a major version',
      '1.0.0',
      '2.0.0-rc.1',
      removeTransition,
    ],
    ['a new transition in a minor version', '1.0.0', '1.1.0', addTransition],
    ['a documentation-only change in a patch version', '1.0.0', '1.0.1', changeText],
    ['a larger version bump than required', '1.0.0', '2.0.0', changeText],
    ['a major change between two release candidates', '1.0.0-rc.1', '1.0.0-rc.2', removeTransition],
    [
      'a major change from a release candidate to the stable release',
      '1.0.0-rc.1',
      '1.0.0',
      removeTransition,
    ],
    ['an unchanged contract with an unchanged version', '1.0.0', '1.0.0', () => undefined],
  ])('accepts %s', (_, released, version, edit) => {
    expect(checkVersion(difference(released, version, edit))).toEqual([]);
  });

  it.each([
    [
      'a new transition in a patch version',
      '1.0.0',
      '1.0.1',
      addTransition,
      'requires 1.1.0 (a minor version bump from 1.0.0)',
    ],
    [
      'a documentation-only change without a new version',
      '1.0.0',
      '1.0.0',
      changeText,
      'is still 1.0.0, but this change requires 1.0.1',
    ],
    [
      'a removed transition in a release candidate for a minor version',
      '1.0.0',
      '1.1.0-rc.1',
      removeTransition,
      'requires 2.0.0',
    ],
    [
      'a removed transition in a release candidate that is already released',
      '1.0.0-rc.1',
      '1.0.0-rc.1',
      removeTransition,
      'is still 1.0.0-rc.1, which is already released, and the contract has changed. Set info.version to 1.0.0-rc.2.',
    ],
    [
      'a version lower than the last release',
      '1.1.0',
      '1.0.0',
      () => undefined,
      '1.1.0 is already released. Set info.version to 1.1.1.',
    ],
    [
      'a release candidate lower than the last release',
      '1.0.0-rc.2',
      '1.0.0-rc.1',
      () => undefined,
      '1.0.0-rc.2 is already released. Set info.version to 1.0.0-rc.3.',
    ],
    [
      'a string that is not a semantic version',
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

  it('reports the number of other changes with the same bump', () => {
    const twice: Edit = (document) => {
      removeTransition(document);
      removeTransition(document);
    };
    expect(checkVersion(difference('1.0.0', '1.0.0', twice))[0]?.message).toContain(
      ' There is 1 more major change. Set info.version to 2.0.0, or undo the major changes. ',
    );
  });

  it('accepts any version before the first release', () => {
    expect(checkVersion({ ...difference('1.0.0', '1.0.0'), base: undefined })).toEqual([]);
  });
});
