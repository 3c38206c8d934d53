import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Contract, omitRepeatedNames, readContract } from '@delivery-api/specs/contract';
import { parse } from 'yaml';
import { SiteError } from '../errors.ts';
import { readInput } from '../files.ts';
import { here, interfaces, type Site } from '../site.ts';
import { type Anchors, guaranteedAnchors } from './anchors.ts';

/** The committed list of released anchors. */
export const releasedAnchorsFile = join(here, 'released-anchors.json');

const remedy = '`npm run release` writes it.';

/**
 * Reads the committed list of released anchors. Without a file, the result is empty.
 *
 * @throws {SiteError} if the list is not JSON
 */
export function readReleasedAnchors(file = releasedAnchorsFile): Anchors {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Anchors;
  } catch {
    throw new SiteError(
      `${file}: not JSON. Restore it, or write it again with \`npm run anchors\`.`,
    );
  }
}

/**
 * Returns the anchors of the latest released contracts and decisions.
 *
 * @throws {SiteError} if a file is missing
 * @throws {ContractError} if a contract is invalid
 */
export function anchorsOfReleases(site: Pick<Site, 'specs'>): Anchors {
  const { decisions } = JSON.parse(readInput(join(site.specs, 'released/hashes.json'), remedy)) as {
    decisions: Record<string, string>;
  };
  return guaranteedAnchors(releasedContracts(site), Object.keys(decisions));
}

/**
 * Returns the contracts of the last release.
 *
 * @throws {SiteError} if a file is missing
 * @throws {ContractError} if a contract is invalid
 */
export const releasedContracts = ({ specs }: Pick<Site, 'specs'>): Contract[] =>
  interfaces.map((name) => {
    const file = join(specs, 'released', `${name}.yaml`);
    return readContract(omitRepeatedNames(parse(readInput(file, remedy))), file);
  });

/**
 * Writes the anchors of the last release to the list.
 *
 * @returns the number of anchors in the list
 */
export function writeReleasedAnchors(site: Site, file = releasedAnchorsFile): number {
  const anchors = anchorsOfReleases(site);
  writeFileSync(file, `${JSON.stringify(anchors, null, 2)}\n`);
  return Object.values(anchors).flat().length;
}
