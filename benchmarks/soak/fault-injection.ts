import type { Random } from '../../tools/random.ts';
import type { SandboxControl } from '../shared/sandbox-control.ts';
import type { Receiver, ReceiverBehavior } from './receiver.ts';

/** Problem codes of injected faults. A client can receive each of them from any operation. */
export const injectedCodes = ['internal_error', 'service_unavailable', 'rate_limited'] as const;
const eventFaults = [
  'duplicate',
  'out_of_order',
  'delayed',
  'bad_signature',
  'truncated',
  'unreachable',
] as const;
const operations = [
  '*',
  'createBooking',
  'acknowledgeOrder',
  'setOrderStatus',
  'getBookingDetails',
] as const;

/**
 * Replaces all faults with random ones. Operations, events, and the receiver each get one fault or
 * none.
 *
 * @param canHang whether the receiver can stop responding
 */
export async function injectFaults(
  random: Random,
  control: SandboxControl,
  receiver: Receiver,
  canHang: boolean,
): Promise<void> {
  const times = 1 + random.below(3);
  await control('PUT', '/faults', {
    operations: random.chance(0.5) ? [] : [{ ...operationFault(random), times }],
    events: random.chance(0.5) ? [] : [{ event: '*', fault: random.pick(eventFaults), times }],
  });
  await receiver.setBehavior(receiverBehavior(random, canHang));
}

export async function removeFaults(control: SandboxControl, receiver: Receiver): Promise<void> {
  await control('PUT', '/faults', {});
  await receiver.setBehavior('healthy');
}

function operationFault(random: Random): object {
  const operation = random.pick(operations);
  if (random.chance(0.3)) return { operation, drop: true };
  if (random.chance(0.2)) return { operation, latency_ms: 100 };
  return { operation, code: random.pick(injectedCodes) };
}

function receiverBehavior(random: Random, canHang: boolean): ReceiverBehavior {
  if (random.chance(0.6)) return 'healthy';
  if (canHang && random.chance(0.1)) return 'hanging';
  return random.pick(['failing', 'stopped', 'dropping'] as const);
}
