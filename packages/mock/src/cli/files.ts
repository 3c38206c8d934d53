import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Reads a JSON file.
 *
 * @throws {Error} with one line that names the file
 */
export function readJsonFile(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message}).`,
    );
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}.`);
  }
}

/**
 * Writes a JSON file.
 *
 * @throws {Error} with one line that names the file
 */
export function writeJsonFile(file: string, value: unknown): void {
  try {
    writeFileSync(file, `${JSON.stringify(value)}\n`);
  } catch (error) {
    throw new Error(
      `${file} cannot be written (${(error as NodeJS.ErrnoException).code ?? (error as Error).message}).`,
    );
  }
}
