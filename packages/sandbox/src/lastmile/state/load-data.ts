import type { Booking, Estimate, Store } from '@delivery-api/lastmile-types';
import type { JsonObject } from '@delivery-api/specs/contract';
import { isTimezone } from '../../kernel/local-time.ts';
import { ProblemError, type ProblemItem } from '../../kernel/problem-error.ts';
import { errorSummary } from '../../validation/error-summary.ts';
import { replaceLeapSecondsInLists } from '../../validation/leap-seconds.ts';
import { createSchemaCheck } from '../../validation/schema-check.ts';
import type { LastmileContext } from './lastmile-context.ts';

/** Resources to load, in contract format. */
export interface LastmileData {
  /** Replaces the stores in the contract's examples. */
  stores?: Store[];
  bookings?: Booking[];
  estimates?: Estimate[];
}

const schemaNames = { stores: 'Store', bookings: 'Booking', estimates: 'Estimate' } as const;
const kinds = Object.keys(schemaNames) as (keyof typeof schemaNames)[];

/**
 * Checks data against the schemas in the contract and, if the data matches them, against the rules
 * that the schemas cannot express.
 *
 * @throws {ProblemError} `validation_failed` with all errors of the first check that fails
 */
export function checkData(context: LastmileContext, input: JsonObject): LastmileData {
  const data = replaceLeapSecondsInLists(context.contract, schemaNames, input);
  const resources = data as LastmileData;
  let errors = schemaErrors(context, data);
  if (errors.length === 0)
    errors = [
      ...duplicateIds(resources),
      ...(resources.stores ?? []).flatMap(timezoneErrors),
      ...bookingErrors(context, resources.bookings ?? []),
    ];
  if (errors.length === 0) return resources;
  throw new ProblemError('validation_failed', errorSummary(errors), { errors });
}

function schemaErrors({ contract }: LastmileContext, data: JsonObject): ProblemItem[] {
  const errors = Object.entries(data).flatMap(([kind, list]): ProblemItem[] => {
    if (!(kind in schemaNames))
      return [
        item(`/${kind}`, 'additional_properties', `is unknown; use one of ${kinds.join(', ')}`),
      ];
    return Array.isArray(list) ? [] : [item(`/${kind}`, 'type', 'must be an array')];
  });
  const given = Object.keys(data) as typeof kinds;
  if (errors.length > 0 || given.length === 0) return errors;
  const check = createSchemaCheck(contract);
  return given.flatMap((kind) =>
    (data[kind] as JsonObject[]).flatMap((resource, index) =>
      check(schemaNames[kind], resource, `/${kind}/${index}`),
    ),
  );
}

function duplicateIds(data: LastmileData): ProblemItem[] {
  const seen = new Set<string>();
  return kinds.flatMap((kind) =>
    (data[kind] ?? []).flatMap(({ id }, index) => {
      const message = `must be unique; '${id}' occurs more than once`;
      const isDuplicate = seen.has(id);
      seen.add(id);
      return isDuplicate ? [item(`/${kind}/${index}/id`, 'unique', message)] : [];
    }),
  );
}

function timezoneErrors({ timezone }: Store, index: number): ProblemItem[] {
  if (isTimezone(timezone)) return [];
  const message = `must be an IANA time zone; got '${timezone}'`;
  return [item(`/stores/${index}/timezone`, 'timezone', message)];
}

function bookingErrors({ machine }: LastmileContext, bookings: Booking[]): ProblemItem[] {
  const taken = new Set<string>();
  return bookings.flatMap((booking, index) => {
    const { status, phase, partner_name, external_reference } = booking;
    const at = (name: string): string => `/bookings/${index}/${name}`;
    if (!machine.states.includes(status)) {
      const known = `must be one of ${machine.states.join(', ')}`;
      return [item(at('status'), 'enum', known)];
    }
    const errors: ProblemItem[] = [];
    const expected = machine.phaseOf(status);
    if (phase !== expected) {
      const message = `must be ${expected}, the phase of the status ${status}`;
      errors.push(item(at('phase'), 'phase', message));
    }
    if (expected === 'closed' && status !== 'delivered') return errors;
    const reference = `${partner_name} ${external_reference}`;
    if (taken.has(reference)) {
      const message =
        'must be unique among the bookings of a partner that are delivered or not closed';
      errors.push(item(at('external_reference'), 'unique', message));
    }
    taken.add(reference);
    return errors;
  });
}

const item = (pointer: string, code: string, message: string): ProblemItem => ({
  pointer,
  code,
  message,
});
