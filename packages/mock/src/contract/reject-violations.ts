import type { Command } from '@delivery-api/sandbox/kernel/command.ts';
import { ProblemError, type ProblemItem } from '@delivery-api/sandbox/kernel/problem-error.ts';
import { entityFault, splitFaults } from '@delivery-api/sandbox/validation/menu-entities.ts';
import { placeOf, toViolations } from '@delivery-api/sandbox/validation/violations.ts';
import type { IPrismDiagnostic } from '@stoplight/prism-core';

/** `DiagnosticSeverity.Error` of Prism. */
const errorSeverity = 0;

/**
 * Rejects a request that breaks its contract: headers and parameters first, then the body, with all
 * violations of either at once. Violations outside the entities of a menu come before those inside.
 *
 * @param leavesEntities whether the mode validates the entities of a menu itself
 * @throws {ProblemError} `idempotency_key_missing`, `invalid_parameter`, `validation_failed` or
 * `menu_invalid`
 */
export function rejectViolations(
  command: Command,
  found: readonly IPrismDiagnostic[],
  leavesEntities: boolean,
): void {
  const { parameters, body } = toViolations(
    command.contract,
    command.operation,
    found.filter(({ severity }) => severity === errorSeverity),
    command.body,
  );
  if (parameters.some(({ header, code }) => header === 'Idempotency-Key' && code === 'required')) {
    throw new ProblemError(
      'idempotency_key_missing',
      `${command.operation.id} needs the header Idempotency-Key: 8 to 128 visible characters, made once for each intention.`,
    );
  }
  const outside =
    command.preferFault === undefined ? parameters : [...parameters, command.preferFault];
  if (outside.length > 0)
    throw new ProblemError('invalid_parameter', summary(outside), { errors: outside });
  const { frame, entities } = splitFaults(command.operation, body);
  if (frame.length > 0)
    throw new ProblemError('validation_failed', summary(frame), { errors: frame });
  if (entities.length === 0 || (leavesEntities && command.choice === undefined)) return;
  throw new ProblemError('menu_invalid', summary(entities), {
    errors: entities.map((item) => entityFault(command.body, item)),
  });
}

/** Summarizes errors in a sentence: the only one, or their number and the first. */
export function summary(errors: readonly ProblemItem[]): string {
  const [first] = errors;
  if (first === undefined) return '';
  const sentence = `${placeOf(first) || 'The body'}: ${first.message}`.replace(/([^.?])$/, '$1.');
  return errors.length === 1
    ? sentence
    : `${errors.length} things need attention; \`errors\` lists them. The first: ${sentence}`;
}
