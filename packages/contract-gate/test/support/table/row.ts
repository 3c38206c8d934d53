import type { Bump } from '../../../src/diff/comparison/bump.ts';
import type { Edit } from '../contract.ts';

/** One form of a change: what it is, in a few words, and how a document gets there. */
export interface Twin {
  what: string;
  /** Made in both documents, to set the scene. */
  before?: Edit;
  /** Made in the later document only. */
  after: Edit;
  bump: Bump;
}

/**
 * A kind of change in a place, with the form that breaks somebody and the one that does not; or why
 * there is no such form.
 */
export interface Row {
  place: string;
  kind: string;
  breaking: Twin | string;
  harmless: Twin | string;
}

export const breaks = (what: string, after: Edit, before?: Edit): Twin => ({
  what,
  after,
  bump: 'major',
  ...(before !== undefined && { before }),
});
export const adds = (what: string, after: Edit, before?: Edit): Twin => ({
  what,
  after,
  bump: 'minor',
  ...(before !== undefined && { before }),
});
export const rewords = (what: string, after: Edit, before?: Edit): Twin => ({
  what,
  after,
  bump: 'patch',
  ...(before !== undefined && { before }),
});
