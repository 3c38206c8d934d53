import type { Random } from '../../kernel/random.ts';
import type { Booking, EndName, Proof } from '../state/model.ts';

const withFile = ['photo', 'signature'];

/** A proof for each method that was asked for at an end, and for those of `extra`. */
export function proofsOf(
  { ordered, route }: Booking,
  end: EndName,
  extra: readonly string[],
  random: Random,
  now: number,
): Proof[] {
  const asked = end === 'return' ? ordered.return_verification : ordered[end].verification;
  const { contact } = end === 'dropoff' ? ordered.dropoff : ordered.pickup;
  return [...new Set([...(asked?.methods ?? []), ...extra])].map((type) => ({
    type,
    capturedAt: now,
    point: end === 'dropoff' ? route.dropoff : route.pickup,
    ...(withFile.includes(type) && { file: random.characters(10).toLowerCase() }),
    ...(type === 'signature' && contact !== undefined && { signer: contact.name }),
  }));
}
