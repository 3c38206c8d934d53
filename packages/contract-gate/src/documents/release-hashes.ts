import { createHash } from 'node:crypto';
import type { InterfaceName } from '@delivery-api/specs/contract';
import type { Repository } from '../repository/repository.ts';

/** A released document. */
export interface ReleasedDocument {
  version: string;
  /** Day of the release, as YYYY-MM-DD. */
  date: string;
  /** SHA-256 of the file. */
  sha256: string;
}

/** A released package. */
export interface ReleasedPackage {
  version: string;
  /** Hash of the packed content, see `contentHash`. */
  sha256: string;
}

/** `specs/released/hashes.json`: hashes of everything that a release froze. */
export interface ReleaseHashes {
  /** By file name in `specs/released/`. */
  documents: Record<string, ReleasedDocument>;
  /** Hash of the text of each entry in DECISIONS.md, by ID (`D-001`). */
  decisions: Record<string, string>;
  /** Hash of each type test, by path below `specs/released/`. */
  type_tests: Record<string, string>;
  /** By package name. */
  packages: Record<string, ReleasedPackage>;
}

export const releasedFolder = 'specs/released';
export const hashesFile = `${releasedFolder}/hashes.json`;

export const sha256 = (text: string | Buffer): string =>
  createHash('sha256').update(text).digest('hex');

/** Returns the hashes; empty before the first release. */
export function readHashes(repository: Repository): ReleaseHashes {
  const known: Partial<ReleaseHashes> = repository.exists(hashesFile)
    ? repository.readJson(hashesFile)
    : {};
  return { documents: {}, decisions: {}, type_tests: {}, packages: {}, ...known };
}

/** File name of the last release, with which the gate compares the contract. */
export const documentFile = (name: InterfaceName): string => `${name}.yaml`;

/**
 * File name of a pre-release after a stable release. The gate still compares the contract with the
 * stable release.
 */
export const preReleaseFile = (name: InterfaceName): string => `${name}.next.yaml`;

/** Folder of the type tests of a release, below `specs/released/`. */
export const typeTestsFolder = (name: InterfaceName): string => `type-tests/${name}`;
