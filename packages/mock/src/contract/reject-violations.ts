import {
  ProblemError,
  type ProblemItem,
  placeOf,
  splitEntityErrors,
  toEntityError,
  toProblemItems,
} from '@delivery-api/sandbox';
import type { IPrismDiagnostic } from '@stoplight/prism-core';
import type { ApiRequest } from './api-request.ts';

/** `DiagnosticSeverity.Error` of Prism. */
const errorSeverity = 0;

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
    found.filter(({ severity }) => severity === errorSeverity),
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
    throw new ProblemError('invalid_parameter', summary(outside), { errors: outside });
  const { frame, entities } = splitEntityErrors(request.operation, body);
  if (frame.length > 0)
    throw new ProblemError('validation_failed', summary(frame), { errors: frame });
  if (entities.length === 0 || (leavesEntities && request.choice === undefined)) return;
  throw new ProblemError('menu_invalid', summary(entities), {
    errors: entities.map((item) => toEntityError(request.body, item)),
  });
}

/** Summarizes errors: the single error, or the number of errors and the first one. */
export function summary(errors: readonly ProblemItem[]): string {
  const [first] = errors;
  if (first === undefined) return '';
  const sentence = `${placeOf(first) || 'The body'}: ${first.message}`.replace(/([^.?])$/, '$1.');
  return errors.length === 1
    ? sentence
    : `${errors.length} fields need attention; \`errors\` lists them. The first: ${sentence}`;
}
