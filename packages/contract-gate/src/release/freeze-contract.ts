import { readdirSync } from 'node:fs';
import type { InterfaceName } from '@delivery-api/specs/contract';
import { type Bump, isPreRelease } from '../diff/comparison/bump.ts';
import { changelogFile, parseChangelog, setReleaseDate } from '../documents/changelog.ts';
import {
  documentFile,
  preReleaseFile,
  type ReleaseHashes,
  releasedFolder,
  sha256,
  typeTestsFolder,
} from '../documents/release-hashes.ts';
import { releasedDocument } from '../documents/released-document.ts';
import type { GateResult } from '../gate/check.ts';
import { decisionHashes, decisionsFile } from '../gate/decisions.ts';
import { GateError } from '../repository/errors.ts';
import type { Repository } from '../repository/repository.ts';
import type { ContractSource } from './workspaces.ts';

/** Contents by path; null removes the file. */
export type FileChanges = Map<string, string | null>;

/** A contract that a release freezes. */
export interface FrozenContract {
  interface: InterfaceName;
  source: ContractSource;
  bump: Bump;
  /** Entry of the changelog. */
  notes: string;
  /** Hashes after the release. */
  hashes: ReleaseHashes;
  files: FileChanges;
}

/** Returns whether the contract in the working tree differs from the released documents. */
export function isUnreleased({ difference, current }: GateResult, hashes: ReleaseHashes): boolean {
  const { interface: name } = difference;
  const hash = sha256(current.text);
  return [documentFile(name), preReleaseFile(name)].every(
    (file) => hashes.documents[file]?.sha256 !== hash,
  );
}

/**
 * Freezes a contract: the bundle, the hashes, the type tests and the date in the changelog. Writes
 * nothing.
 *
 * @param hashes hashes before the release
 * @param today YYYY-MM-DD
 * @throws {GateError} if the version is already released, and the contract has changed since
 */
export function freezeContract(
  { difference, current }: GateResult,
  repository: Repository,
  hashes: ReleaseHashes,
  today: string,
): FrozenContract {
  const { interface: name, bump } = difference;
  const { version } = current.contract;
  if (
    Object.entries(hashes.documents).some(
      ([file, one]) => file.startsWith(name) && one.version === version,
    )
  )
    throw new GateError(
      `${name} has changed since ${version} was released, and a released version never changes. Set info.version in specs/${name}.yaml to the next version, and add its changelog entry.`,
    );
  const base = releasedDocument(repository, name)?.contract.version;
  // A pre-release after a stable release does not replace it.
  const keepsBase = base !== undefined && isPreRelease(version) && !isPreRelease(base);
  const document = keepsBase ? preReleaseFile(name) : documentFile(name);
  const hash = sha256(current.text);
  const file = `${releasedFolder}/${document}`;
  const files: FileChanges = new Map([[file, current.text]]);
  const next = keepsBase ? hashes : replaceStableFiles(name, hashes, repository, files);
  const changelog = setReleaseDate(repository.read(changelogFile(name)), version, today);
  files.set(changelogFile(name), changelog);
  return {
    interface: name,
    source: { document: file, version, sha256: hash },
    bump,
    notes: parseChangelog(changelog).find((one) => one.version === version)?.text ?? '',
    hashes: {
      ...next,
      documents: { ...next.documents, [document]: { version, date: today, sha256: hash } },
      decisions: { ...decisionHashes(repository.read(decisionsFile)), ...hashes.decisions },
    },
    files,
  };
}

/**
 * Removes the pre-release that a release replaces, and replaces the type tests.
 *
 * @returns the hashes without the removed files and with the new type tests
 */
function replaceStableFiles(
  name: InterfaceName,
  { documents, type_tests, ...rest }: ReleaseHashes,
  repository: Repository,
  files: FileChanges,
): ReleaseHashes {
  const { [preReleaseFile(name)]: preRelease, ...otherDocuments } = documents;
  if (preRelease !== undefined) files.set(`${releasedFolder}/${preReleaseFile(name)}`, null);
  const isOfInterface = (path: string) => path.startsWith(`${typeTestsFolder(name)}/`);
  const tests = currentTypeTests(repository, name);
  for (const path of Object.keys(type_tests))
    if (isOfInterface(path)) files.set(`${releasedFolder}/${path}`, null);
  for (const [path, text] of tests) files.set(`${releasedFolder}/${path}`, text);
  return {
    ...rest,
    documents: otherDocuments,
    type_tests: Object.fromEntries([
      ...Object.entries(type_tests).filter(([path]) => !isOfInterface(path)),
      ...[...tests].map(([path, text]) => [path, sha256(text)]),
    ]),
  };
}

/** Returns the type tests of the types package by path below `specs/released/`. */
function currentTypeTests(repository: Repository, name: InterfaceName): Map<string, string> {
  const folder = `packages/${name}-types/test`;
  if (!repository.exists(folder)) return new Map();
  return new Map(
    readdirSync(repository.path(folder))
      .filter((file) => file.endsWith('.test-d.ts'))
      .toSorted()
      .map((file) => [`${typeTestsFolder(name)}/${file}`, repository.read(`${folder}/${file}`)]),
  );
}
