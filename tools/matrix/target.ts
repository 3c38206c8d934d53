import type { PackedProject } from '../packed-project.ts';

/** Input of the targets. */
export interface Context {
  project: PackedProject;
  /** URL of the sandbox. */
  sandbox: string;
  /** Port that serves the page for the browser. The sandbox allows its origin. */
  pagePort: number;
}

/** A runtime, a bundler or a group of tests that must work with the packed clients. */
export interface Target {
  name: string;
  /** Its npm package, or an alias of it in `package.json`. Absent if it is not in that file. */
  package?: string;
  /**
   * Runs the checks.
   *
   * @throws {Error} with a message that states what failed
   */
  run(context: Context): Promise<void>;
}

/**
 * Checks the output of the program.
 *
 * @throws {Error} unless the program printed that it passed
 */
export function expectPassed(output: string): void {
  if (output.trim() !== 'passed') throw new Error(output.trim() || 'The program printed nothing.');
}
