/** The defects that a run finds. Keeps the first cases of each kind, and counts all cases. */
export class Defects {
  readonly #cases = new Map<string, { count: number; first: string[] }>();

  add(kind: string, detail: string): void {
    const found = this.#cases.get(kind) ?? { count: 0, first: [] };
    found.count += 1;
    if (found.first.length < 3) found.first.push(detail);
    this.#cases.set(kind, found);
  }

  get count(): number {
    return [...this.#cases.values()].reduce((sum, { count }) => sum + count, 0);
  }

  get lines(): string[] {
    return [...this.#cases].flatMap(([kind, { count, first }]) => [
      `${kind}: ${count}`,
      ...first.map((detail) => `  ${detail}`),
    ]);
  }
}
