import { isDeepStrictEqual } from 'node:util';
import { type Contract, readContract } from '@delivery-api/specs/contract';
import type { LoadedDocument } from '../documents/document.ts';
import { SourceLocator } from '../documents/source-locator.ts';
import { UsageError } from '../repository/errors.ts';
import type { Repository } from '../repository/repository.ts';
import { type Change, type Difference, requiredBump } from './comparison/change.ts';
import { runEngine } from './engine/run-engine.ts';
import { headerSpelling, normalizeDocument } from './normalization/document.ts';
import { rate } from './rate.ts';

/**
 * Compares two documents and rates the differences. Without a base, returns no changes, because the
 * revision is the first release.
 *
 * @throws {UsageError} if the documents belong to different interfaces
 * @throws {GateError} if the engine fails
 */
export async function compareDocuments(
  base: LoadedDocument | undefined,
  revision: LoadedDocument,
  repository: Repository,
): Promise<Difference> {
  const name = revision.contract.name;
  const shared = {
    interface: name,
    revision: { label: revision.label, version: revision.contract.version },
  };
  if (base === undefined) return { ...shared, base: undefined, changes: [], bump: 'none' };
  if (base.contract.name !== name)
    throw new UsageError(
      `${base.label} is a ${base.contract.name} contract, and ${revision.label} is a ${name} contract. Compare two documents of the same interface.`,
    );
  const locator =
    revision.sources === undefined ? undefined : new SourceLocator(revision.sources, name);
  const found = await compareContracts(base.contract, revision.contract, repository);
  const changes = found.map((change) => {
    const source = locator?.find(change.pointer);
    return { interface: name, ...change, ...(source !== undefined && { source }) };
  });
  return {
    ...shared,
    base: { label: base.label, version: base.contract.version },
    changes,
    bump: requiredBump(changes),
  };
}

/**
 * Normalizes two contracts and rates their differences. Notations that the normalization treats as
 * equivalent do not cause a difference.
 *
 * @throws {GateError} if the engine fails
 */
export async function compareContracts(
  base: Contract,
  revision: Contract,
  repository: Repository,
): Promise<Change[]> {
  const names = headerSpelling(revision.document);
  const [before, after] = [
    normalizeDocument(base.document, names),
    normalizeDocument(revision.document, names),
  ];
  const findings = isDeepStrictEqual(before, after)
    ? []
    : await runEngine(before, after, repository);
  return rate(readContract(before), readContract(after), findings);
}
