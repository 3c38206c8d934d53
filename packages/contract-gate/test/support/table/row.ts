import type { Bump } from '../../../src/diff/comparison/bump.ts';
import type { Edit } from '../contract.ts';

/** One form of a change: a short description, and the edits that make it. */
export interface Form {
  what: string;
  /** Edits both documents. */
  before?: Edit;
  /** Edits the revision only. */
  after: Edit;
  bump: Bump;
}

/**
 * A kind of change at one place, in the form that breaks clients and the form that does not; or the
 * reason why there is no such form.
 */
export interface Row {
  place: string;
  kind: string;
  breaking: Form | string;
  harmless: Form | string;
}

export const row = (
  place: string,
  kind: string,
  breaking: Form | string,
  harmless: Form | string,
): Row => ({ place, kind, breaking, harmless });

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
