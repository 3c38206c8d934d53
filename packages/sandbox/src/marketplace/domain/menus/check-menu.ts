import type { MenuSubmission } from '@delivery-api/marketplace-types';
import { ProblemError } from '../../../kernel/problem-error.ts';
import { toEntityError } from '../../../validation/menu-entities.ts';
import type { StoreRecord } from '../../state/records.ts';
import { rejectItems } from '../rules/reject-items.ts';
import { checkItems } from './check-items.ts';
import { checkDepth, checkGroups } from './check-modifiers.ts';
import { checkReferences, warnOfOrphans } from './check-references.ts';
import type { CheckSubmission } from './check-schema.ts';
import { checkTimes } from './check-times.ts';
import { counted, type Finding, findingOf, listNames, type Report } from './finding.ts';
import { indexSubmission } from './submission-index.ts';
import { warnOfMissingData } from './warnings.ts';

/**
 * Checks a menu submission: its schema and, for values that satisfy the schema, the other rules.
 *
 * @param storesOf returns the stores with these IDs; throws if one does not exist
 * @returns the warnings
 * @throws {ProblemError} `validation_failed` for errors outside the four entity lists; then
 * `store_not_found`; then `menu_invalid` with all other errors and all warnings
 */
export function checkMenu(
  checkSchema: CheckSubmission,
  body: unknown,
  storesOf: (ids: readonly string[]) => readonly StoreRecord[],
  now: number,
): Finding[] {
  const { fieldErrors, entityErrors } = checkSchema(body);
  rejectItems(fieldErrors);
  const submission = body as MenuSubmission;
  const stores = storesOf(submission.store_ids);
  const index = indexSubmission(submission, entityErrors, now);
  const errors: Finding[] = [
    ...entityErrors.map((error) => toEntityError(submission, error) as Finding),
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

function invalidMenu(
  submission: MenuSubmission,
  errors: Finding[],
  warnings: Finding[],
): ProblemError {
  const entities = listNames.reduce((sum, list) => sum + submission[list].length, 0);
  const detail = `The menu of ${counted(entities, 'entity', 'entities')} has ${counted(errors.length, 'error')} and ${counted(warnings.length, 'warning')}. The live menus are unchanged.`;
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
      message: `the store ${base.id} uses ${base.currency}, but the menu uses ${currency}`,
      severity: 'error',
    }));
