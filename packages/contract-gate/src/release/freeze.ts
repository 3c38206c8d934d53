import { readdirSync } from 'node:fs';
import { isPreRelease } from '../diff/comparison/bump.ts';
import { changelogFile, dated, entries } from '../documents/changelog.ts';
import { typeTestsFolder } from '../gate/type-compatibility/type-changes.ts';
import { Failure } from '../repository/errors.ts';
import type { Judgement } from '../gate/check.ts';
import { decisionHashes, decisionsFile } from '../gate/decisions.ts';
import type { Repository } from '../repository/repository.ts';
import {
  candidateFile,
  documentFile,
  hashesFile,
  readHashes,
  releasedFolder,
  sha256,
} from '../documents/release-hashes.ts';
import { packageVersion, withVersions } from './package-versions.ts';
import { releasedDocument } from '../documents/released-document.ts';
import { generatedPackages, workspaces } from './workspaces.ts';

/** What a release of a contract writes. */
export interface Frozen {
  version: string;
  sha256: string;
  /** The frozen bundle, as a path in the repository. */
  file: string;
  /** New version by package name. */
  packages: Map<string, string>;
  /** Contents by path; null takes a file away. */
  files: Map<string, string | null>;
}

/**
 * Works out everything that a release writes: the frozen bundle and its hash, the hashes of the
 * decisions, the type tests of the day, the dated changelog
 * entry, and the versions of the generated packages with the document that they come from. Writes
 * nothing.
 *
 * @param today YYYY-MM-DD
 * @throws {Failure} when there is nothing to release
 */
export function freeze(
  { difference, current }: Judgement,
  repository: Repository,
  today: string,
): Frozen {
  const { interface: name, bump } = difference;
  const { version } = current.contract;
  const base = releasedDocument(repository, name)?.contract.version;
  const hashes = readHashes(repository);
  const asCandidate = base !== undefined && isPreRelease(version) && !isPreRelease(base);
  const document = asCandidate ? candidateFile(name) : documentFile(name);
  const hash = sha256(current.text);
  const known = hashes.documents[document];
  if (known?.sha256 === hash)
    throw new Failure(
      `${name} ${version} is released already, and nothing has changed since. There is nothing to release.`,
    );
  const file = `${releasedFolder}/${document}`;
  const tests = typeTests(repository, name);
  const { [candidateFile(name)]: candidate, ...others } = hashes.documents;
  const files = new Map<string, string | null>([[file, current.text]]);
  if (!asCandidate && candidate !== undefined)
    files.set(`${releasedFolder}/${candidateFile(name)}`, null);
  const stillFrozen = Object.entries(hashes.type_tests).filter(
    ([path]) => !path.startsWith(`${typeTestsFolder(name)}/`),
  );
  if (!asCandidate) {
    for (const path of Object.keys(hashes.type_tests))
      if (path.startsWith(`${typeTestsFolder(name)}/`))
        files.set(`${releasedFolder}/${path}`, null);
    for (const [path, text] of tests) files.set(`${releasedFolder}/${path}`, text);
  }
  const frozen = {
    documents: {
      ...(asCandidate ? hashes.documents : others),
      [document]: { version, date: today, sha256: hash },
    },
    decisions: { ...decisionHashes(repository.read(decisionsFile)), ...hashes.decisions },
    type_tests: asCandidate
      ? hashes.type_tests
      : {
          ...Object.fromEntries(stillFrozen),
          ...Object.fromEntries([...tests].map(([path, text]) => [path, sha256(text)])),
        },
  };
  files.set(hashesFile, `${JSON.stringify(frozen, null, 2)}\n`);
  files.set(changelogFile(name), withDate(repository, name, version, today));
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
  for (const [path, text] of withVersions(repository, all, packages, contract))
    files.set(path, text);
  return { version, sha256: hash, file, packages, files };
}

function withDate(
  repository: Repository,
  name: Judgement['difference']['interface'],
  version: string,
  today: string,
): string {
  const markdown = repository.read(changelogFile(name));
  const entry = entries(markdown).find((one) => one.version === version);
  return entry?.date === undefined || isPreRelease(version)
    ? dated(markdown, version, today)
    : markdown;
}

function typeTests(repository: Repository, name: string): Map<string, string> {
  const folder = `packages/${name}-types/test`;
  if (!repository.exists(folder)) return new Map();
  return new Map(
    readdirSync(repository.path(folder))
      .filter((file) => file.endsWith('.test-d.ts'))
      .toSorted()
      .map((file) => [`${typeTestsFolder(name)}/${file}`, repository.read(`${folder}/${file}`)]),
  );
}
