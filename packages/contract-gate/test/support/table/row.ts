import type { Bump } from '../../../src/diff/comparison/bump.ts';
import type { Edit } from '../contract.ts';

/** A change: a short description, and the edits that make it. */
export interface Form {
  what: string;
  /** Edits both documents. */
  before?: Edit;
  /** Edits the revision only. */
  after: Edit;
  bump: Bump;
}

/**
 * An aspect of one location, with a breaking change and a compatible change, or the reason why there
 * is no such change.
 */
export interface Row {
  place: string;
  kind: string;
  breaking: Form | string;
  compatible: Form | string;
}

export const row = (
  place: string,
  kind: string,
  breaking: Form | string,
  compatible: Form | string,
): Row => ({ place, kind, breaking, compatible });

const form =
  (bump: Bump) =>
  (what: string, after: Edit, before?: Edit): Form => ({
    what,
    after,
    bump,
    ...(before !== undefined && { before }),
  });

export const breaks = form('major');
export const adds = form('minor');
export const changesText = form('patch');
export const keeps = form('none');
