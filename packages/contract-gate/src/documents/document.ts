import {
  type Contract,
  ContractError,
  type JsonObject,
  readContract,
} from '@delivery-api/specs/contract';
import { parseDocument } from 'yaml';
import { GateError } from '../repository/errors.ts';

/** A contract with its name in reports and the location of its sources. */
export interface LoadedDocument {
  /** Name in reports, such as `main:specs/lastmile.yaml`. */
  label: string;
  contract: Contract;
  /** Source text, YAML or JSON. */
  text: string;
  /** Folder that contains `specs/` with the sources; undefined for a bundle. */
  sources?: string;
}

/**
 * Reads a bundled contract from YAML or JSON.
 *
 * @throws {GateError} when the text is not YAML, or not a contract; names the location
 */
export const readDocument = (text: string, label: string): LoadedDocument => ({
  label,
  text,
  contract: contractOf(parseYaml(text, label), label),
});

/** @throws {GateError} when the text is not YAML; names the line */
export function parseYaml(text: string, label: string): unknown {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error === undefined) return document.toJS({ maxAliasCount: -1 });
  const [{ line }] = error.linePos ?? [{ line: 1 }];
  throw new GateError(
    `${label}:${line}: not YAML (${firstSentence(error.message)}). Fix the line.`,
  );
}

/** @throws {GateError} when the document is not a contract; names the location */
export function contractOf(value: unknown, label: string): Contract {
  try {
    return readContract(value as JsonObject, label);
  } catch (error) {
    if (error instanceof ContractError)
      throw new GateError(error.message.replaceAll(/\s*\n\s*/g, ' '));
    throw error;
  }
}

const firstSentence = (message: string): string =>
  (message.split('\n')[0] ?? '').replace(/ at line .*$/, '').replace(/[.:]$/, '');

/** Returns whether a document refers to other files, so that it must be bundled first. */
export function refersToFiles(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(refersToFiles);
  if (typeof node !== 'object' || node === null) return false;
  return Object.entries(node).some(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? !value.startsWith('#') : refersToFiles(value),
  );
}
