import { accessSync, constants, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ProxyReport } from '../api/types.ts';

/**
 * Checks that the folder of a report exists and is writable, and that the report is not a folder.
 *
 * @throws {Error} if a check fails; the message is one line with the path
 */
export function checkReportPath(file: string): void {
  try {
    accessSync(dirname(file), constants.W_OK);
  } catch (error) {
    throw writeError(file, error);
  }
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(
      `Cannot write the report to ${file}: the path is a folder. Specify a file with --report.`,
    );
}

/**
 * Writes a report atomically.
 *
 * @throws {Error} if the report cannot be written; the message is one line with the path
 */
export function writeReport(file: string, report: ProxyReport): void {
  const draft = join(dirname(file), `.${basename(file)}-${process.pid}`);
  try {
    writeFileSync(draft, `${JSON.stringify(report, null, 2)}\n`);
    renameSync(draft, file);
  } catch (error) {
    throw writeError(file, error);
  } finally {
    rmSync(draft, { force: true });
  }
}

const writeError = (file: string, error: unknown): Error =>
  new Error(
    `Cannot write the report to ${file} (${(error as NodeJS.ErrnoException).code ?? (error as Error).message}). Specify a file in a writable folder with --report.`,
  );
