import type { LoadedDocument } from '../documents/document.ts';
import { Failure } from '../repository/errors.ts';
import type { Repository } from '../repository/repository.ts';
import { SourceLocator } from '../documents/source-locator.ts';
import { type Difference, neededBump } from './comparison/change.ts';
import { runEngine } from './engine/run-engine.ts';
import { sameJson } from '../documents/pointer.ts';
import { rate } from './rate.ts';

/**
 * The rated difference between two documents. Without a base it is the first release, which breaks
 * nobody.
 *
 * @throws {Failure} when the documents belong to different interfaces, or the engine cannot compare
 * them
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
    throw new Failure(
      `${base.label} is ${base.contract.name} and ${revision.label} is ${name}. Compare two documents of one interface.`,
    );
  const [before, after] = [base.contract.document, revision.contract.document];
  const findings = sameJson(before, after) ? [] : await runEngine(before, after, repository);
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
    bump: neededBump(changes),
  };
}
