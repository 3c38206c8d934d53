import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '@delivery-api/specs/contract';
import { SiteError } from '../errors.ts';
import type { Site } from '../site.ts';
import type { DirectiveInput } from './directive/input.ts';
import { type Entry, entries } from './manifest.ts';
import { type Guide, readGuide } from './read-guide.ts';
import { vocabulary } from './vocabulary.ts';

/**
 * Reads every guide of the manifest.
 *
 * @throws {SiteError} with file and line
 */
export function readGuides(site: Site, contracts: DirectiveInput['contracts']): Map<Entry, Guide> {
  const words = vocabulary(Object.values<Contract>(contracts));
  const guides = new Map<Entry, Guide>();
  const stray = readdirSync(site.guides).find(
    (file) => file.endsWith('.md') && !entries.some(({ guide }) => `${guide}.md` === file),
  );
  if (stray !== undefined)
    throw new SiteError(
      `docs-site/guides/${stray} is in no navigation. Name it in src/guides/manifest.ts.`,
    );
  for (const entry of entries) {
    if (entry.guide === undefined) continue;
    const file = join(site.guides, `${entry.guide}.md`);
    const name = `docs-site/guides/${entry.guide}.md`;
    if (!existsSync(file))
      throw new SiteError(
        `${name}: the navigation knows a guide that is not there. Write it, or take it out of src/guides/manifest.ts.`,
      );
    guides.set(entry, readGuide({ site, contracts }, name, readFileSync(file, 'utf8'), words));
  }
  return guides;
}
