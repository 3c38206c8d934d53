import type { MenuSubmission } from '@delivery-api/marketplace-types';
import { ProblemError, type ProblemItem } from '../../../kernel/problem-error.ts';
import { toEntityError } from '../../../validation/menu-entities.ts';
import type { StoreRecord } from '../../state/records.ts';
import { checkItems } from './check-items.ts';
import { checkDepth, checkGroups } from './check-modifiers.ts';
import { checkReferences, warnOfOrphans } from './check-references.ts';
import type { CheckSubmission } from './check-schema.ts';
import { checkTimes } from './check-times.ts';
import { type Finding, findingOf, listNames, type Report } from './finding.ts';
import { indexSubmission } from './submission-index.ts';
import { warnOfMissingData } from './warnings.ts';

/**
 * Checks a menu submission: its schema and, for values that satisfy the schema, the other rules.
 *
 * @param storesOf returns the stores with these IDs; throws if one does not exist
 * @returns the warnings
 * @throws {ProblemError} `validation_failed` for errors outside the four entity lists; then
 * `store_not_found`; then `menu_invalid` with all errors and warnings in the lists
 */
export function checkMenu(
  checkSchema: CheckSubmission,
  body: unknown,
  storesOf: (ids: readonly string[]) => readonly StoreRecord[],
  now: number,
): Finding[] {
  const { frame, entities } = checkSchema(body);
  rejectFrame(frame);
  const submission = body as MenuSubmission;
  const stores = storesOf(submission.store_ids);
  const index = indexSubmission(submission, entities, now);
  const errors: Finding[] = [
    ...entities.map((error) => toEntityError(submission, error) as Finding),
    ...currencyErrors(submission, stores),
  ];
  const warnings: Finding[] = [];
  const fail: Report = (...finding) => void errors.push(findingOf('error', ...finding));
  const warn: Report = (...finding) => void warnings.push(findingOf('warning', ...finding));
  checkReferences(index, submission.store_ids, fail);
  for (const check of [checkItems, checkGroups, checkDepth, checkTimes]) check(index, fail);
  warnOfOrphans(index, warn);
  const locales = stores.flatMap(({ base }) => base.locales);
  warnOfMissingData(index, locales, warn);
  if (errors.length > 0) throw invalidMenu(submission, errors, warnings);
  return warnings;
}

/** @throws {ProblemError} `validation_failed` for errors outside the entity lists */
export function rejectFrame(frame: readonly ProblemItem[]): void {
  if (frame.length === 0) return;
  const [{ pointer = '', message } = { message: '' }] = frame;
  const detail =
    frame.length === 1
      ? `${pointer}: ${message}.`
      : `${frame.length} fields outside the lists of entities are not valid. The service did not check the lists.`;
  throw new ProblemError('validation_failed', detail, { errors: [...frame] });
}

function invalidMenu(
  submission: MenuSubmission,
  errors: Finding[],
  warnings: Finding[],
): ProblemError {
  const count = (number: number, word: string): string =>
    `${number} ${word}${number === 1 ? '' : 's'}`;
  const entities = listNames.reduce((sum, list) => sum + submission[list].length, 0);
  const detail = `${count(errors.length, 'error')} and ${count(warnings.length, 'warning')} in ${entities} entities. Nothing has changed.`;
  return new ProblemError('menu_invalid', detail, { errors: [...errors, ...warnings] });
}

/** Returns an error for each store whose currency differs from the menu's currency. */
const currencyErrors = (
  { currency, store_ids }: MenuSubmission,
  stores: readonly StoreRecord[],
): Finding[] =>
  stores
    .filter(({ base }) => base.currency !== currency)
    .map(({ base }) => ({
      pointer: `/store_ids/${store_ids.indexOf(base.id)}`,
      code: 'currency_mismatch',
      message: `uses ${base.currency}, but the menu is in ${currency}`,
      severity: 'error',
    }));
