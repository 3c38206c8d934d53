import {
  type Contract,
  ContractError,
  type JsonObject,
  readContract,
} from '@delivery-api/specs/contract';
import { parseDocument } from 'yaml';
import { Failure } from '../repository/errors.ts';

/** A contract, with what to call it and where its sources lie. */
export interface LoadedDocument {
  /** What the reader of a report calls it: `main:specs/lastmile.yaml`. */
  label: string;
  contract: Contract;
  /** The text that it was read from, as YAML or JSON. */
  text: string;
  /**
   * The folder under which `specs/` with the sources stands; undefined for a file that is only a
   * bundle.
   */
  sources?: string;
}

/**
 * Reads a bundled contract from YAML or JSON.
 *
 * @throws {Failure} with the line, when the text is not YAML; naming the place, when it is no
 * contract
 */
export function readDocument(text: string, label: string): LoadedDocument {
  return { label, text, contract: contractOf(parseYaml(text, label), label) };
}

/** @throws {Failure} with the line, when the text is not YAML */
export function parseYaml(text: string, label: string): unknown {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error === undefined) return document.toJS({ maxAliasCount: -1 });
  const [{ line }] = error.linePos ?? [{ line: 1 }];
  throw new Failure(`${label}:${line}: not YAML (${firstSentence(error.message)}). Mend the line.`);
}

/** @throws {Failure} naming the place, when the document is no contract */
export function contractOf(value: unknown, label: string): Contract {
  try {
    return readContract(value as JsonObject, label);
  } catch (error) {
    if (error instanceof ContractError)
      throw new Failure(error.message.replaceAll(/\s*\n\s*/g, ' '));
    throw error;
  }
}

const firstSentence = (message: string): string =>
  (message.split('\n')[0] ?? '').replace(/ at line .*$/, '').replace(/[.:]$/, '');

/** Whether a document refers to other files, so that it has to be bundled before it can be read. */
export function refersToFiles(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(refersToFiles);
  if (typeof node !== 'object' || node === null) return false;
  return Object.entries(node).some(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? !value.startsWith('#') : refersToFiles(value),
  );
}
