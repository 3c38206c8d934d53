import type { Measured } from '../parts/part.ts';
import { calculations, machine } from './machine.ts';
import { type Part, readResults, resultsFile, writeResults } from './results.ts';

/**
 * Measures something between two looks at the noise of the machine, and says when and where that
 * was.
 */
export async function measuredHere(measure: () => Promise<Measured>): Promise<Part> {
  const before = calculations();
  const measured = await measure();
  return {
    measured: new Date().toISOString().slice(0, 10),
    machine: machine([...before, ...calculations()]),
    ...measured,
  };
}

/**
 * Keeps a part in results.json, and leaves the others there as they are: another run may have
 * written them meanwhile.
 */
export function record(name: string, part: Part, file = resultsFile): void {
  const { parts } = readResults(file);
  writeResults({ parts: { ...parts, [name]: part } }, file);
}
