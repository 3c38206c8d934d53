import type { IPrismDiagnostic } from '@stoplight/prism-core';
import type { Call } from './call.ts';
import { placeOf, toViolations } from './contract/violations.ts';
import { type Fault, Refusal } from './server/refusal.ts';

/** Prism's `DiagnosticSeverity.Error`. */
const severe = 0;

/**
 * Refuses a call that breaks its contract: headers and parameters first, then the body, all findings of either at once.
 *
 * @throws {Refusal} `idempotency_key_missing`, `invalid_parameter` or `validation_failed`
 */
export function refuseViolations(call: Call, found: readonly IPrismDiagnostic[]): void {
  const { parameters, body } = toViolations(
    call.contract,
    call.operation,
    found.filter(({ severity }) => severity === severe),
    call.body,
  );
  if (parameters.some(({ header, code }) => header === 'Idempotency-Key' && code === 'required')) {
    throw new Refusal(
      'idempotency_key_missing',
      `${call.operation.id} needs the header Idempotency-Key: 8 to 128 visible characters, made once for each intention.`,
    );
  }
  const outside = call.preferFault === undefined ? parameters : [...parameters, call.preferFault];
  if (outside.length > 0) throw new Refusal('invalid_parameter', summary(outside), { faults: outside });
  if (body.length > 0) throw new Refusal('validation_failed', summary(body), { faults: body });
}

/** The header or parameter of a fault and what is wrong with it, or how many there are and the first of them. */
export function summary(faults: readonly Fault[]): string {
  const [first] = faults;
  if (first === undefined) return '';
  const sentence = `${placeOf(first) || 'The body'}: ${first.message}`.replace(/([^.?])$/, '$1.');
  return faults.length === 1 ? sentence : `${faults.length} things need attention; \`errors\` lists them. The first: ${sentence}`;
}
