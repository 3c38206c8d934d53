import type { ProblemItem } from '@delivery-api/sandbox/kernel/problem-error.ts';
import { placeOf } from '@delivery-api/sandbox/validation/violations.ts';

/** Something that the contract finds wrong with what passes through. */
export interface Finding {
  in: 'request' | 'answer';
  /** A warning is nothing that the contract forbids, but something that nobody should rely on. */
  severity: 'error' | 'warning';
  /**
   * A JSON Pointer into the body, the name of a header or parameter, or a part of the message:
   * `status`, `path`, `method`, `connection`, `body`.
   */
  place: string;
  code: string;
  message: string;
}

/** Such as `/dropoff/address must have required property 'city'`. */
export const findingText = ({ severity, place, message }: Finding): string =>
  `${place} ${message}${severity === 'warning' ? ' (warning)' : ''}`;

export const toFinding =
  (where: Finding['in']) =>
  (fault: ProblemItem): Finding => ({
    in: where,
    severity: 'error',
    place: placeOf(fault) || 'body',
    code: fault.code,
    message: fault.message,
  });

export const answerFinding = (
  place: string,
  code: string,
  message: string,
  severity: Finding['severity'] = 'error',
): Finding => ({ in: 'answer', severity, place, code, message });
