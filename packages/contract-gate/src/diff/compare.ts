import { isDeepStrictEqual } from 'node:util';
import type { LoadedDocument } from '../documents/document.ts';
import { SourceLocator } from '../documents/source-locator.ts';
import { UsageError } from '../repository/errors.ts';
import type { Repository } from '../repository/repository.ts';
import { type Difference, requiredBump } from './comparison/change.ts';
import { runEngine } from './engine/run-engine.ts';
import { rate } from './rate.ts';

/**
 * Compares two documents and rates the differences. Without a base, the revision is the first
 * release and nothing is breaking.
 *
 * @throws {UsageError} when the documents belong to different interfaces
 * @throws {GateError} when the engine fails
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
      `${base.label} is ${base.contract.name} and ${revision.label} is ${name}. Compare two documents of one interface.`,
    );
  const [before, after] = [base.contract.document, revision.contract.document];
  const findings = isDeepStrictEqual(before, after)
    ? []
    : await runEngine(before, after, repository);
  const locator =
    revision.sources === undefined ? undefined : new SourceLocator(revision.sources, name);
  const changes = rate(base.contract, revision.contract, findings).map((change) => {
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
