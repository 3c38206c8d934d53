import type { ProblemItem } from '../../../kernel/problem-error.ts';
import type { BookingRequest, DeliveryRequest, Verification } from '../../state/model.ts';

/** Goods that are only handed to people old enough (contract: `RestrictionsInput`). */
const aged = ['alcohol', 'tobacco', 'hemp', 'knives'];
/** What needs somebody at the door. */
const personal = ['signature', 'pin', 'id_check'];

/** What is to be verified, and does not fit the delivery or itself (`verification_conflict`). */
export function verificationFaults(request: DeliveryRequest | BookingRequest): ProblemItem[] {
  const faults = [
    ...endFaults('/pickup/verification', request.pickup.verification, false),
    ...endFaults('/dropoff/verification', request.dropoff.verification, true),
    ...('return_verification' in request
      ? endFaults('/return_verification', request.return_verification, false)
      : []),
  ];
  const tell = (pointer: string, code: string, message: string): void =>
    void faults.push({ pointer, code, message });
  const methods = request.dropoff.verification?.methods ?? [];
  const goods = request.restrictions?.contains.find((one) => aged.includes(one));
  if (goods !== undefined && request.restrictions?.min_age === undefined) {
    tell(
      '/restrictions/min_age',
      'min_age_required',
      `has to be given when restrictions name ${goods}`,
    );
  }
  if (goods !== undefined && !methods.includes('id_check')) {
    tell(
      '/dropoff/verification/methods',
      'id_check_required',
      `must contain id_check when restrictions name ${goods}`,
    );
  }
  if ('handover' in request && request.handover === 'leave_at_door') {
    const method = goods === undefined ? methods.find((one) => personal.includes(one)) : 'id_check';
    if (method !== undefined)
      tell(
        '/handover',
        'leave_at_door_conflict',
        `must not be leave_at_door when ${method} has to be done`,
      );
  }
  return faults;
}

function endFaults(
  place: string,
  verification: Verification | undefined,
  isDropoff: boolean,
): ProblemItem[] {
  if (verification === undefined) return [];
  const { methods, pin, barcodes } = verification;
  const faults: ProblemItem[] = [];
  if (pin !== undefined && !methods.includes('pin')) {
    faults.push({
      pointer: `${place}/pin`,
      code: 'pin_without_method',
      message: 'goes with the method pin only',
    });
  }
  if (barcodes === undefined && methods.includes('barcode')) {
    faults.push({
      pointer: `${place}/barcodes`,
      code: 'barcodes_required',
      message: 'has to be given with the method barcode',
    });
  }
  if (barcodes !== undefined && !methods.includes('barcode')) {
    faults.push({
      pointer: `${place}/barcodes`,
      code: 'barcodes_without_method',
      message: 'goes with the method barcode only',
    });
  }
  if (methods.includes('id_check') && !isDropoff) {
    faults.push({
      pointer: `${place}/methods`,
      code: 'id_check_at_dropoff_only',
      message: 'must not contain id_check, which is done at the dropoff',
    });
  }
  return faults;
}
