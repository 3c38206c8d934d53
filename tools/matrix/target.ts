import type { PackedProject } from '../packed-project.ts';

/** What the targets need. */
export interface Context {
  project: PackedProject;
  /** Address of the sandbox. */
  sandbox: string;
  /** Port at which a page of the browser is served. The sandbox allows its origin. */
  pagePort: number;
}

/** A runtime, a bundler or a group of tests that must work with the packed clients. */
export interface Target {
  name: string;
  /** Its npm package, or an alias of it in `package.json`. */
  package?: string;
  /**
   * Runs it.
   *
   * @throws {Error} that says what failed
   */
  run(context: Context): Promise<void>;
}

/** @throws {Error} unless the program printed that it passed */
export function expectPassed(output: string): void {
  if (output.trim() !== 'passed') throw new Error(output.trim() || 'The program printed nothing.');
}
