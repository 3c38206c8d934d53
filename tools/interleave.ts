/**
 * Measures several sides round by round, each round in another order, so that what the machine does
 * meanwhile meets them all.
 *
 * @param rounds how many measurements of each side are kept; as many as `warmUp` are thrown away
 * before
 * @param random a number in [0, 1), for the order
 * @returns the measurements, by side
 */
export async function interleaved<Measured>(
  sides: readonly string[],
  rounds: number,
  measure: (side: string, round: number) => Promise<Measured>,
  { warmUp = 0, random = Math.random }: { warmUp?: number; random?: () => number } = {},
): Promise<Map<string, Measured[]>> {
  const found = new Map<string, Measured[]>(sides.map((side) => [side, []]));
  for (let round = -warmUp; round < rounds; round++) {
    for (const side of shuffled(sides, random)) {
      const measured = await measure(side, round);
      if (round >= 0) found.get(side)?.push(measured);
    }
  }
  return found;
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}
