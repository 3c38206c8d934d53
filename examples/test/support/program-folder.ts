import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';

const build = join(import.meta.dirname, '../../.build');

/**
 * Creates a temporary folder for programs, in which imports resolve as in this package. The linters
 * ignore it. The caller removes it.
 */
export function createProgramFolder(): string {
  mkdirSync(build, { recursive: true });
  return mkdtempSync(join(build, 'program-'));
}
