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
 * Rejects a request that violates the contract. A missing idempotency key is reported alone.
 * Otherwise, the problem lists all violations in the first of these parts that has any: the headers
 * and parameters, the body outside menu entities, the menu entities.
 *
 * @param modeChecksEntities whether the mode reports violations in menu entities itself. If `true`,
 * this function ignores them, unless `Prefer` selects a response
 * @throws {ProblemError} `idempotency_key_missing`, `invalid_parameter`, `validation_failed` or
 * `menu_invalid`
 */
export function rejectViolations(
  request: ApiRequest,
  found: readonly IPrismDiagnostic[],
  modeChecksEntities: boolean,
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
  if (entityErrors.length === 0 || (modeChecksEntities && request.choice === undefined)) return;
  throw new ProblemError('menu_invalid', errorSummary(entityErrors), {
    errors: entityErrors.map((item) => toEntityError(request.body, item)),
  });
}
