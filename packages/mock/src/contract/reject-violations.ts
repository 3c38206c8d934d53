import {
  errorSummary,
  ProblemError,
  splitEntityErrors,
  toEntityError,
  toProblemItems,
} from '@delivery-api/sandbox';
import type { IPrismDiagnostic } from '@stoplight/prism-core';
import type { ApiRequest } from './api-request.ts';

/**
 * Rejects a request that violates its contract. The problem lists all violations in the headers and
 * parameters; if there are none, all in the body outside menu entities; if there are none, all in
 * menu entities.
 *
 * @param leavesEntities whether the mode validates menu entities itself
 * @throws {ProblemError} `idempotency_key_missing`, `invalid_parameter`, `validation_failed` or
 * `menu_invalid`
 */
export function rejectViolations(
  request: ApiRequest,
  found: readonly IPrismDiagnostic[],
  leavesEntities: boolean,
): void {
  const { parameters, body } = toProblemItems(
    request.contract,
    request.operation,
    found,
    request.body,
  );
  if (parameters.some(({ header, code }) => header === 'Idempotency-Key' && code === 'required')) {
    throw new ProblemError(
      'idempotency_key_missing',
      `${request.operation.id} requires the Idempotency-Key header with 8 to 128 visible ASCII characters. Generate one key for each request, and reuse it for retries.`,
    );
  }
  const outside =
    request.preferError === undefined ? parameters : [...parameters, request.preferError];
  if (outside.length > 0)
    throw new ProblemError('invalid_parameter', errorSummary(outside), { errors: outside });
  const { fieldErrors, entityErrors } = splitEntityErrors(request.operation, body);
  if (fieldErrors.length > 0)
    throw new ProblemError('validation_failed', errorSummary(fieldErrors), { errors: fieldErrors });
  if (entityErrors.length === 0 || (leavesEntities && request.choice === undefined)) return;
  throw new ProblemError('menu_invalid', errorSummary(entityErrors), {
    errors: entityErrors.map((item) => toEntityError(request.body, item)),
  });
}
