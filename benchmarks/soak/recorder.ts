/** Kinds of defects. A soak fails if any occurs. */
export const defectKinds = [
  'lost events',
  'replays that differ',
  'contract violations',
  'unexpected errors',
  'leaks',
] as const;
export type DefectKind = (typeof defectKinds)[number];

/** Maximum number of cases to keep per kind. */
const maxCases = 10;

/** Counts the tasks, deliveries, and defects of a soak. Keeps the first cases of each kind. */
export class Recorder {
  /** Counts by name. */
  readonly counts = new Map<string, number>();
  readonly #defects = new Map<DefectKind, { count: number; cases: string[] }>(
    defectKinds.map((kind) => [kind, { count: 0, cases: [] }]),
  );

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  defect(kind: DefectKind, description: string): void {
    const defects = this.#defects.get(kind) as { count: number; cases: string[] };
    defects.count += 1;
    if (defects.cases.length < maxCases) defects.cases.push(description);
  }

  get defects(): ReadonlyMap<
    DefectKind,
    { readonly count: number; readonly cases: readonly string[] }
  > {
    return this.#defects;
  }

  get hasDefects(): boolean {
    return [...this.#defects.values()].some(({ count }) => count > 0);
  }

  /** The counts, sorted by name. */
  get sortedCounts(): [string, number][] {
    return [...this.counts].sort(([a], [b]) => a.localeCompare(b));
  }
}
