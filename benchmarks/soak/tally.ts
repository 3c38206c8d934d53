/** What must not happen. Each kind is counted; of its cases the first are kept. */
export const faultKinds = [
  'lost events',
  'repeats that differ',
  'contract violations',
  'errors of a kind not expected',
  'leaks',
] as const;
export type FaultKind = (typeof faultKinds)[number];

const kept = 10;

/** What a soak came to so far. */
export class Tally {
  /** What happened, by name. */
  readonly counts = new Map<string, number>();
  readonly #faults = new Map<FaultKind, { count: number; cases: string[] }>(
    faultKinds.map((kind) => [kind, { count: 0, cases: [] }]),
  );

  count(what: string, times = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + times);
  }

  fault(kind: FaultKind, what: string): void {
    const found = this.#faults.get(kind) as { count: number; cases: string[] };
    found.count += 1;
    if (found.cases.length < kept) found.cases.push(what);
  }

  get faults(): ReadonlyMap<
    FaultKind,
    { readonly count: number; readonly cases: readonly string[] }
  > {
    return this.#faults;
  }

  get isClean(): boolean {
    return [...this.#faults.values()].every(({ count }) => count === 0);
  }
}
