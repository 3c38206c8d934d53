import type { Random } from '../attack/random.ts';
import type { Control } from './control.ts';
import type { Mood, Receiver } from './receiver.ts';

const codes = ['internal_error', 'service_unavailable', 'rate_limited'] as const;
const eventFaults = [
  'duplicate',
  'out_of_order',
  'delayed',
  'bad_signature',
  'truncated',
  'unreachable',
] as const;

/** What a caller may meet only because it was asked for. */
export const askedFor: readonly string[] = codes;

/** Draws what goes wrong next: most of the time nothing. */
export async function changeWeather(
  random: Random,
  control: Control,
  receiver: Receiver,
  mayHang: boolean,
): Promise<void> {
  const times = 1 + random.below(3);
  const operations = random.chance(0.5) ? [] : [operationFault(random, times)];
  const events = random.chance(0.5) ? [] : [{ event: '*', fault: random.pick(eventFaults), times }];
  await control('PUT', '/faults', { operations, events });
  await receiver.feel(mood(random, mayHang));
}

/** Takes everything back. */
export async function clearUp(control: Control, receiver: Receiver): Promise<void> {
  await control('PUT', '/faults', {});
  await receiver.feel('well');
}

function operationFault(random: Random, times: number): object {
  const operation = random.pick([
    '*',
    'createBooking',
    'acknowledgeOrder',
    'setOrderStatus',
    'getBookingDetails',
  ]);
  if (random.chance(0.3)) return { operation, drop: true, times };
  if (random.chance(0.2)) return { operation, latency_ms: 100, times };
  return { operation, code: random.pick(codes), times };
}

function mood(random: Random, mayHang: boolean): Mood {
  if (random.chance(0.6)) return 'well';
  if (mayHang && random.chance(0.1)) return 'hangs';
  return random.pick(['refuses', 'down', 'breaks off'] as const);
}
