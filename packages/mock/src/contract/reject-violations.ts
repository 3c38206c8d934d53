import type { Command } from '@delivery-api/sandbox/kernel/command.ts';
import { ProblemError, type ProblemItem } from '@delivery-api/sandbox/kernel/problem-error.ts';
import { entityFault, splitFaults } from '@delivery-api/sandbox/validation/menu-entities.ts';
import { placeOf, toViolations } from '@delivery-api/sandbox/validation/violations.ts';
import type { IPrismDiagnostic } from '@stoplight/prism-core';

/** Prism's `DiagnosticSeverity.Error`. */
const severe = 0;

/**
 * Refuses a call that breaks its contract: headers and parameters first, then the body, all
 * findings of either at once. Of a menu, what is around its
 * entities comes first.
 *
 * @param leavesEntities whether the entities of a menu are judged by whoever answers, form and
 * sense in one report
 * @throws {ProblemError} `idempotency_key_missing`, `invalid_parameter`, `validation_failed` or
 * `menu_invalid`
 */
export function refuseViolations(
  call: Command,
  found: readonly IPrismDiagnostic[],
  leavesEntities: boolean,
): void {
  const { parameters, body } = toViolations(
    call.contract,
    call.operation,
    found.filter(({ severity }) => severity === severe),
    call.body,
  );
  if (parameters.some(({ header, code }) => header === 'Idempotency-Key' && code === 'required')) {
    throw new ProblemError(
      'idempotency_key_missing',
      `${call.operation.id} needs the header Idempotency-Key: 8 to 128 visible characters, made once for each intention.`,
    );
  }
  const outside = call.preferFault === undefined ? parameters : [...parameters, call.preferFault];
  if (outside.length > 0)
    throw new ProblemError('invalid_parameter', summary(outside), { errors: outside });
  const { frame, entities } = splitFaults(call.operation, body);
  if (frame.length > 0)
    throw new ProblemError('validation_failed', summary(frame), { errors: frame });
  if (entities.length === 0 || (leavesEntities && call.choice === undefined)) return;
  throw new ProblemError('menu_invalid', summary(entities), {
    errors: entities.map((fault) => entityFault(call.body, fault)),
  });
}

/**
 * The header or parameter of a fault and what is wrong with it, or how many there are and the first
 * of them.
 */
export function summary(faults: readonly ProblemItem[]): string {
  const [first] = faults;
  if (first === undefined) return '';
  const sentence = `${placeOf(first) || 'The body'}: ${first.message}`.replace(/([^.?])$/, '$1.');
  return faults.length === 1
    ? sentence
    : `${faults.length} things need attention; \`errors\` lists them. The first: ${sentence}`;
}
