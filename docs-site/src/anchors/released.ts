import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Contract, readContract } from '@delivery-api/specs/contract';
import { parse } from 'yaml';
import { SiteError } from '../errors.ts';
import { readInput, write } from '../files.ts';
import { here, interfaces, type Site } from '../site.ts';
import { type Anchors, guaranteedAnchors, mergeAnchors } from './anchors.ts';

/** The committed list of released anchors. */
export const releasedAnchorsFile = join(here, 'released-anchors.json');

const remedy = 'It is written at a release: `npm run release`.';

/**
 * Reads the list.
 *
 * @throws {SiteError} if the list is not JSON
 */
export function readReleasedAnchors(file = releasedAnchorsFile): Anchors {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Anchors;
  } catch {
    throw new SiteError(
      `${file}: not JSON. Restore it; it only ever grows, with \`npm run anchors\`.`,
    );
  }
}

/**
 * Returns the anchors of the latest released contracts and decisions.
 *
 * @throws {SiteError} or {ContractError} if they cannot be read
 */
export function anchorsOfReleases({ specs }: Pick<Site, 'specs'>): Anchors {
  const folder = join(specs, 'released');
  const contracts = interfaces.map((name): Contract => {
    const file = join(folder, `${name}.yaml`);
    return readContract(parse(readInput(file, remedy)), file);
  });
  const { decisions } = JSON.parse(readInput(join(folder, 'hashes.json'), remedy)) as {
    decisions: Record<string, string>;
  };
  return guaranteedAnchors(contracts, Object.keys(decisions));
}

/**
 * Adds the anchors of the latest release to the list. No anchor is removed.
 *
 * @returns the number of anchors in the list
 */
export function writeReleasedAnchors(site: Site, file = releasedAnchorsFile): number {
  const anchors = mergeAnchors(readReleasedAnchors(file), anchorsOfReleases(site));
  write(file, `${JSON.stringify(anchors, null, 2)}\n`);
  return Object.values(anchors).flat().length;
}
