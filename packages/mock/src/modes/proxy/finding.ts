import { joinLocation, locationOf, type ProblemItem } from '@delivery-api/sandbox';
import type { ReportedFinding } from '../../api/types.ts';

/** An error or warning about a request or response that the proxy forwards. */
export type Finding = Pick<ReportedFinding, 'in' | 'severity' | 'place' | 'code' | 'message'>;

/**
 * Formats a finding, such as `/dropoff/address/city is required` or
 * `Authorization: The Authorization header is missing; …`.
 */
export const findingText = ({ severity, place, message }: Finding): string =>
  `${joinLocation(place, message)}${severity === 'warning' ? ' (warning)' : ''}`;

/** Returns a function that converts an error of a request or response into a finding. */
export const toFinding =
  (where: Finding['in']) =>
  (item: ProblemItem): Finding => ({
    in: where,
    severity: 'error',
    place: locationOf(item) || 'body',
    code: item.code,
    message: item.message,
  });

export const responseFinding = (
  place: string,
  code: string,
  message: string,
  severity: Finding['severity'] = 'error',
): Finding => ({ in: 'response', severity, place, code, message });
