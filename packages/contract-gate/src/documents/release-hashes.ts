import { createHash } from 'node:crypto';
import type { InterfaceName } from '@delivery-api/specs/contract';
import type { Repository } from '../repository/repository.ts';

/** One frozen document. */
export interface FrozenDocument {
  version: string;
  /** The day of the release, as YYYY-MM-DD. */
  date: string;
  /** Of the file, byte for byte. */
  sha256: string;
}

/** `specs/released/hashes.json`: what was frozen, so that an edit by hand shows. */
export interface Hashes {
  /** By file name in `specs/released/`. */
  documents: Record<string, FrozenDocument>;
  /** Entries of DECISIONS.md by number (`D-001`), each with the hash of its text. */
  decisions: Record<string, string>;
  /** Frozen type tests by path below `specs/released/`. */
  type_tests: Record<string, string>;
}

export const releasedFolder = 'specs/released';
export const hashesFile = `${releasedFolder}/hashes.json`;

export const sha256 = (text: string | Buffer): string =>
  createHash('sha256').update(text).digest('hex');

/** What was released so far; empty before the first release. */
export function readHashes(repository: Repository): Hashes {
  const known: Partial<Hashes> = repository.exists(hashesFile)
    ? repository.readJson<Partial<Hashes>>(hashesFile)
    : {};
  return { documents: {}, decisions: {}, type_tests: {}, ...known };
}

/** The file of the last release that counts as the base of every comparison. */
export const documentFile = (name: InterfaceName): string => `${name}.yaml`;

/**
 * The file of a pre-release that follows a stable release: it is frozen beside it, and the stable
 * one stays the base.
 */
export const candidateFile = (name: InterfaceName): string => `${name}.next.yaml`;
