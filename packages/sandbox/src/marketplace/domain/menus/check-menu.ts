import type { Operation } from '@delivery-api/specs/contract';
import { ProblemError } from '../../../kernel/problem-error.ts';
import { entityFault } from '../../../validation/menu-entities.ts';
import { listNames, type Submission } from '../../state/menu-model.ts';
import type { StoreState } from '../../state/store-state.ts';
import { checkItems } from './check-items.ts';
import { checkDepth, checkGroups } from './check-modifiers.ts';
import { checkReferences, warnOfOrphans } from './check-references.ts';
import { checkTimes } from './check-times.ts';
import { type Finding, findingOf, type Note } from './finding.ts';
import type { CheckForm } from './schema-check.ts';
import { sightOf } from './submission-index.ts';
import { warnOfGaps } from './warnings.ts';

/**
 * Looks through a whole submission: its form first, and then, whatever is wrong with that, its
 * sense.
 *
 * @param stores those of the named stores that are there
 * @returns the warnings
 * @throws {ProblemError} `validation_failed` for what is wrong outside of the four lists, `menu_invalid`
 * with all that is wrong or odd within
 */
export function judgeMenu(
  check: CheckForm,
  operation: Operation,
  body: unknown,
  stores: readonly StoreState[],
  now: number,
): Finding[] {
  const { frame, entities } = check(operation, body);
  if (frame.length > 0) {
    const things = frame.length === 1 ? '1 thing is' : `${frame.length} things are`;
    throw new ProblemError(
      'validation_failed',
      `${things} wrong outside of the lists of entities, which were not looked at.`,
      { errors: frame },
    );
  }
  const submission = body as Submission;
  const sight = sightOf(submission, entities, now);
  const errors: Finding[] = [
    ...entities.map((fault) => entityFault(submission, fault)),
    ...currencyFindings(submission, stores),
  ];
  const warnings: Finding[] = [];
  const fail: Note = (...what) => void errors.push(findingOf('error', ...what));
  const warn: Note = (...what) => void warnings.push(findingOf('warning', ...what));
  checkReferences(sight, submission.store_ids, fail);
  checkItems(sight, fail);
  checkGroups(sight, fail);
  checkDepth(sight, fail);
  checkTimes(sight, fail);
  warnOfOrphans(sight, warn);
  warnOfGaps(
    sight,
    stores.flatMap(({ base }) => base.locales),
    warn,
  );
  if (errors.length > 0) throw refused(submission, errors, warnings);
  return warnings;
}

function refused(submission: Submission, errors: Finding[], warnings: Finding[]): ProblemError {
  const count = (number: number, word: string): string =>
    `${number} ${word}${number === 1 ? '' : 's'}`;
  const entities = listNames.reduce((sum, list) => sum + submission[list].length, 0);
  const detail = `${count(errors.length, 'error')} and ${count(warnings.length, 'warning')} in ${entities} entities. Nothing was changed.`;
  return new ProblemError('menu_invalid', detail, { errors: [...errors, ...warnings] });
}

/** A menu in another currency than a store that is to sell from it. */
function currencyFindings(
  { currency, store_ids }: Submission,
  stores: readonly StoreState[],
): Finding[] {
  return stores
    .filter(({ base }) => base.currency !== currency)
    .map(({ base }) => ({
      pointer: `/store_ids/${store_ids.indexOf(base.id)}`,
      code: 'currency_mismatch',
      message: `sells in ${base.currency}, but the menu is in ${currency}`,
      severity: 'error',
    }));
}
