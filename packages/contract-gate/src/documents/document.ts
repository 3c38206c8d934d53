import {
  type Contract,
  ContractError,
  isObject,
  type Json,
  omitRepeatedNames,
  readContract,
} from '@delivery-api/specs/contract';
import { parseDocument } from 'yaml';
import { GateError } from '../repository/errors.ts';

/** A contract with its name in reports and the location of its sources. */
export interface LoadedDocument {
  /** Name in reports, such as `main:specs/lastmile.yaml`. */
  label: string;
  contract: Contract;
  /** Text of the bundled contract, as YAML or JSON. */
  text: string;
  /** One message for each kind of missing member, with the value that is used instead. */
  warnings: string[];
  /** Folder that contains `specs/` with the sources; undefined for a bundle. */
  sources?: string;
}

/**
 * Reads a bundled contract from YAML or JSON.
 *
 * @throws {GateError} if the text is not YAML, or not a contract. The message names the location.
 */
export const readDocument = (text: string, label: string): LoadedDocument => ({
  label,
  text,
  ...contractOf(parseYaml(text, label), label),
});

/**
 * Parses YAML or JSON.
 *
 * @throws {GateError} if the text is not YAML. The message names the line.
 */
export function parseYaml(text: string, label: string): unknown {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error === undefined) return document.toJS({ maxAliasCount: -1 });
  const [{ line }] = error.linePos ?? [{ line: 1 }];
  throw new GateError(
    `${label}:${line}: invalid YAML (${firstSentence(error.message)}). Fix the line.`,
  );
}

/**
 * Reads a parsed document. An operation without `tags` gets the tag `default`. An operation without
 * `security` gets the `security` of the document, otherwise an empty array. Adds a warning for each
 * `default` tag and each empty array.
 *
 * @throws {GateError} if the document is not a contract. The message names the location.
 */
export function contractOf(
  value: unknown,
  label: string,
): Pick<LoadedDocument, 'contract' | 'warnings'> {
  try {
    const { document, warnings } = fillMissing(value, label);
    return { contract: readContract(omitRepeatedNames(document as Json), label), warnings };
  } catch (error) {
    if (error instanceof ContractError)
      throw new GateError(error.message.replaceAll(/\s*\n\s*/g, ' '));
    throw error;
  }
}

const emptyMembers: Readonly<Record<string, Json>> = { tags: ['default'], security: [] };

function fillMissing(value: unknown, label: string): { document: unknown; warnings: string[] } {
  if (!isObject(value)) return { document: value, warnings: [] };
  const document = structuredClone(value);
  const missing: Record<string, string[]> = { tags: [], security: [] };
  const operations = [document.paths, document.webhooks]
    .flatMap((items) => Object.values(isObject(items) ? items : {}))
    .flatMap((item) => Object.values(isObject(item) ? item : {}))
    .filter(isObject)
    .filter(({ operationId }) => operationId !== undefined);
  for (const operation of operations) {
    for (const [key, fallback] of Object.entries(emptyMembers)) {
      if (operation[key] !== undefined) continue;
      if (document[key] === undefined || key === 'tags')
        missing[key]?.push(String(operation.operationId));
      operation[key] = key === 'security' ? (document.security ?? fallback) : fallback;
    }
  }
  const warnings = Object.entries(missing)
    .filter(([, ids]) => ids.length > 0)
    .map(
      ([key, ids]) =>
        `${label}: ${ids.join(', ')} ${ids.length === 1 ? 'has' : 'have'} no \`${key}\`. The comparison uses ${JSON.stringify(emptyMembers[key])}. Add \`${key}\`.`,
    );
  return { document, warnings };
}

const firstSentence = (message: string): string =>
  (message.split('\n')[0] ?? '').replace(/ at line .*$/, '').replace(/[.:]$/, '');

/** Returns whether a document refers to other files and therefore must be bundled first. */
export function refersToFiles(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(refersToFiles);
  if (typeof node !== 'object' || node === null) return false;
  return Object.entries(node).some(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? !value.startsWith('#') : refersToFiles(value),
  );
}
