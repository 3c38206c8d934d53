import { Random } from '../../tools/random.ts';

/**
 * Measures several contenders round by round. Each round has a random order, so that load from
 * other processes affects all contenders.
 *
 * @param rounds number of measurements to keep per contender
 * @param warmUp number of rounds to discard first
 * @param seed seed of the order
 * @returns the measurements by contender
 */
export async function interleave<Measurement>(
  contenders: readonly string[],
  rounds: number,
  measure: (contender: string, round: number) => Promise<Measurement>,
  { warmUp = 1, seed = 'order' }: { warmUp?: number; seed?: string } = {},
): Promise<Map<string, Measurement[]>> {
  const random = new Random(seed);
  const measured = new Map<string, Measurement[]>(contenders.map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round++) {
    for (const contender of shuffle(contenders, random)) {
      const measurement = await measure(contender, round);
      if (round >= 0) measured.get(contender)?.push(measurement);
    }
  }
  return measured;
}

function shuffle<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => [random.next(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}
