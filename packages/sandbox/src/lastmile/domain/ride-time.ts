import { minute } from './time.ts';
import { rideSeconds } from './vehicles.ts';

/** Duration of the handover at the pickup, in milliseconds. */
export const handoverTime = 2 * minute;
/** Factor for the ride time at the `standard` level, at which couriers combine deliveries. */
const sharedRideFactor = 1.25;

/** Returns the time from the pickup to the dropoff without the handover, in seconds. */
export const deliverySeconds = (
  vehicle: string,
  meters: number,
  serviceLevel: string = 'standard',
): number =>
  Math.round(rideSeconds(vehicle, meters) * (serviceLevel === 'express' ? 1 : sharedRideFactor));

/**
 * Returns the time from the arrival at the pickup to the arrival at the dropoff, in milliseconds.
 */
export const transferTime = (vehicle: string, meters: number, serviceLevel?: string): number =>
  handoverTime + deliverySeconds(vehicle, meters, serviceLevel) * 1000;
