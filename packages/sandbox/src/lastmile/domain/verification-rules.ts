import type { CreateBookingRequest, VerificationInput } from '@delivery-api/lastmile-types';
import type { ProblemItem } from '../../kernel/problem-error.ts';
import type { DeliveryRequest } from '../state/records.ts';

/** Goods with a minimum age (contract: `RestrictionsInput`). */
const ageRestricted: readonly string[] = ['alcohol', 'tobacco', 'hemp', 'knives'];
/** Methods that require the recipient to be present. */
const attended: readonly string[] = ['signature', 'pin', 'id_check'];

/** Returns the errors for conflicting verification settings (`verification_conflict`). */
export function verificationErrors(request: DeliveryRequest): ProblemItem[] {
  const { pickup, dropoff, restrictions } = request;
  const returning = 'return_verification' in request ? request.return_verification : undefined;
  const errors = [
    ...waypointErrors('/pickup/verification', pickup.verification, false),
    ...waypointErrors('/dropoff/verification', dropoff.verification, true),
    ...waypointErrors('/return_verification', returning, false),
  ];
  const methods = dropoff.verification?.methods ?? [];
  const goods = restrictions?.contains.find((content) => ageRestricted.includes(content));
  if (goods !== undefined && restrictions?.min_age === undefined) {
    errors.push({
      pointer: '/restrictions/min_age',
      code: 'min_age_required',
      message: `is required, because restrictions contain ${goods}`,
    });
  }
  if (goods !== undefined && !methods.includes('id_check')) {
    errors.push({
      pointer: '/dropoff/verification/methods',
      code: 'id_check_required',
      message: `must contain id_check, because restrictions contain ${goods}`,
    });
  }
  const method = goods === undefined ? methods.find((name) => attended.includes(name)) : 'id_check';
  const obstacle =
    method ?? (request.cash_on_delivery === undefined ? undefined : 'cash_on_delivery');
  if (obstacle !== undefined)
    for (const name of ['handover', 'undeliverable_action'] as const)
      if ((request as Partial<CreateBookingRequest>)[name] === 'leave_at_door')
        errors.push({
          pointer: `/${name}`,
          code: 'leave_at_door_conflict',
          message: `must not be leave_at_door, because ${obstacle} requires the recipient to be present`,
        });
  return errors;
}

function waypointErrors(
  pointer: string,
  verification: VerificationInput | undefined,
  isDropoff: boolean,
): ProblemItem[] {
  if (verification === undefined) return [];
  const { methods, pin, barcodes } = verification;
  const hasBarcode = methods.includes('barcode');
  const errors: ProblemItem[] = [];
  const add = (name: string, code: string, message: string): void =>
    void errors.push({ pointer: `${pointer}/${name}`, code, message });
  if (pin !== undefined && !methods.includes('pin'))
    add('pin', 'pin_without_method', 'is accepted only with the method pin');
  if (barcodes === undefined && hasBarcode)
    add('barcodes', 'barcodes_required', 'is required with the method barcode');
  if (barcodes !== undefined && !hasBarcode)
    add('barcodes', 'barcodes_without_method', 'is accepted only with the method barcode');
  if (methods.includes('id_check') && !isDropoff) {
    const message = 'must not contain id_check, which is available only at the dropoff';
    add('methods', 'id_check_at_dropoff_only', message);
  }
  return errors;
}
