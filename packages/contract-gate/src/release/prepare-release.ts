import { readdirSync } from 'node:fs';
import type { InterfaceName } from '@delivery-api/specs/contract';
import { isPreRelease } from '../diff/comparison/bump.ts';
import { changelogFile, parseChangelog, setReleaseDate } from '../documents/changelog.ts';
import {
  documentFile,
  hashesFile,
  preReleaseFile,
  type ReleaseHashes,
  readHashes,
  releasedFolder,
  sha256,
  typeTestsFolder,
} from '../documents/release-hashes.ts';
import { releasedDocument } from '../documents/released-document.ts';
import type { GateResult } from '../gate/check.ts';
import { decisionHashes, decisionsFile } from '../gate/decisions.ts';
import { GateError } from '../repository/errors.ts';
import type { Repository } from '../repository/repository.ts';
import { packageVersion, setVersions } from './package-versions.ts';
import { generatedPackages, workspaces } from './workspaces.ts';

/** Contents by path; null removes the file. */
type FileChanges = Map<string, string | null>;

/** What a release of a contract writes. */
export interface Release {
  version: string;
  sha256: string;
  /** Path of the released bundle. */
  file: string;
  /** New version by package name. */
  packages: Map<string, string>;
  files: FileChanges;
}

/**
 * Prepares a release: the bundle, the hashes, the type tests, the date in the changelog, and the
 * versions of the generated packages. Writes nothing.
 *
 * @param today YYYY-MM-DD
 * @throws {GateError} when the contract is unchanged since the last release
 */
export function prepareRelease(
  { difference, current }: GateResult,
  repository: Repository,
  today: string,
): Release {
  const { interface: name, bump } = difference;
  const { version } = current.contract;
  const base = releasedDocument(repository, name)?.contract.version;
  const hashes = readHashes(repository);
  // A pre-release after a stable release does not replace it.
  const keepsBase = base !== undefined && isPreRelease(version) && !isPreRelease(base);
  const document = keepsBase ? preReleaseFile(name) : documentFile(name);
  const hash = sha256(current.text);
  if (hashes.documents[document]?.sha256 === hash)
    throw new GateError(
      `${name} ${version} is already released, and nothing has changed. There is nothing to release.`,
    );
  const file = `${releasedFolder}/${document}`;
  const files: FileChanges = new Map([[file, current.text]]);
  const decisions = {
    ...decisionHashes(repository.read(decisionsFile)),
    ...hashes.decisions,
  };
  const released = { version, date: today, sha256: hash };
  const next = keepsBase ? hashes : replaceStableFiles(name, hashes, repository, files);
  const documents = { ...next.documents, [document]: released };
  files.set(hashesFile, `${JSON.stringify({ ...next, documents, decisions }, null, 2)}\n`);
  files.set(changelogFile(name), datedChangelog(repository, name, version, today));
  const all = workspaces(repository);
  const packages = new Map(
    all
      .filter(({ manifest }) => generatedPackages(name).includes(manifest.name))
      .map(({ manifest }) => [
        manifest.name,
        packageVersion(manifest.version, version, bump, manifest.contract?.version),
      ]),
  );
  const contract = { document: file, version, sha256: hash };
  for (const [path, text] of setVersions(repository, all, packages, contract))
    files.set(path, text);
  return { version, sha256: hash, file, packages, files };
}

/**
 * Removes the pre-release that a release replaces, and replaces the type tests.
 *
 * @returns the hashes without the removed files and with the new type tests
 */
function replaceStableFiles(
  name: InterfaceName,
  { documents, decisions, type_tests }: ReleaseHashes,
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
    documents: otherDocuments,
    decisions,
    type_tests: Object.fromEntries([
      ...Object.entries(type_tests).filter(([path]) => !isOfInterface(path)),
      ...[...tests].map(([path, text]) => [path, sha256(text)]),
    ]),
  };
}

/** Keeps the date of a stable version that is released again. */
function datedChangelog(
  repository: Repository,
  name: InterfaceName,
  version: string,
  today: string,
): string {
  const markdown = repository.read(changelogFile(name));
  const entry = parseChangelog(markdown).find((one) => one.version === version);
  return entry?.date === undefined || isPreRelease(version)
    ? setReleaseDate(markdown, version, today)
    : markdown;
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
