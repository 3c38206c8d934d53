import { readFileSync, writeFileSync } from 'node:fs';
import stripJsonComments from 'strip-json-comments';

/**
 * Reads a JSON file, which may have comments and trailing commas.
 *
 * @throws {Error} if the file cannot be read or parsed; the message is one line with the path
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
    // Spaces replace the comments, so that the parser reports the correct position.
    return JSON.parse(stripJsonComments(text, { trailingCommas: true }));
  } catch (error) {
    // The message can quote several lines of the file.
    throw new Error(`${file} is not JSON: ${(error as Error).message.replaceAll(/\s+/g, ' ')}.`);
  }
}

/**
 * Creates a text file.
 *
 * @throws {Error} if the file exists or cannot be written; the message is one line with the path
 */
export function createTextFile(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new Error(`${file} already exists. Specify a different file.`);
    throw new Error(`${file} cannot be written (${code ?? message}).`);
  }
}

/**
 * Writes a JSON file.
 *
 * @throws {Error} if the file cannot be written; the message is one line with the path
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
