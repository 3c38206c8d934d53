import { createHash } from 'node:crypto';
import { ProblemError } from './kernel/problem-error.ts';
import { migrateState, stateVersion } from './migrations.ts';
import type { Sandbox, SandboxSnapshot } from './sandbox.ts';
import type { ExportFile } from './types.ts';
import { errorSummary } from './validation/error-summary.ts';

const format = 'delivery-sandbox-workspace';

/** Returns whether a value is an object with a `format` member, as in an export file. */
export const isExportFile = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'format' in value;

/**
 * Returns the state of a sandbox as an export file.
 *
 * @param at the simulated time of the export
 */
export function exportState(sandbox: Sandbox, at: string): ExportFile {
  const state = sandbox.export();
  return {
    format,
    version: stateVersion,
    exported_at: at,
    digest: digestOf(state),
    state: state as unknown as Record<string, unknown>,
  };
}

/**
 * Replaces the state of a sandbox with the state in an export file.
 *
 * @throws {ProblemError} `validation_failed` if the file is not an export, is damaged, or comes
 * from a later version; the state is then unchanged
 */
export const importState = (sandbox: Sandbox, file: unknown): void =>
  sandbox.import(readExportFile(file));

/**
 * Returns the state in an export file, migrated to the current version.
 *
 * @throws {ProblemError} `validation_failed` if the file is not an export, is damaged, or comes
 * from a later version
 */
export function readExportFile(file: unknown): SandboxSnapshot {
  const { format: found, version, digest, state } = (file ?? {}) as Partial<ExportFile>;
  if (found !== format)
    throw invalid('/format', `must be ${format}; the file is not an export of a sandbox`);
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    throw invalid('/version', 'must be an integer of at least 1');
  if (version > stateVersion) {
    const message = `is ${version}, but this mock supports versions up to ${stateVersion}; update the mock`;
    throw invalid('/version', message);
  }
  if (state === undefined || digest !== digestOf(state))
    throw invalid('/digest', 'does not match the state; the file is damaged or was edited');
  return migrateState(state as unknown as SandboxSnapshot, version);
}

const digestOf = (state: unknown): string =>
  createHash('sha256').update(JSON.stringify(state)).digest('hex');

function invalid(pointer: string, message: string): ProblemError {
  const errors = [{ pointer, code: 'invalid_export', message }];
  return new ProblemError('validation_failed', errorSummary(errors), { errors });
}
