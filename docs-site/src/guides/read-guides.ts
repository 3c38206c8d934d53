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
 * @throws {SiteError} if a guide is missing, invalid, or not in the manifest
 */
export function readGuides(site: Site, contracts: DirectiveInput['contracts']): Map<Entry, Guide> {
  const words = vocabulary(Object.values<Contract>(contracts));
  const guides = new Map<Entry, Guide>();
  const stray = readdirSync(site.guides).find(
    (file) => file.endsWith('.md') && !entries.some(({ guide }) => `${guide}.md` === file),
  );
  if (stray !== undefined)
    throw new SiteError(
      `docs-site/guides/${stray} is not in the navigation. Add it to docs-site/src/guides/manifest.ts.`,
    );
  for (const entry of entries) {
    if (entry.guide === undefined) continue;
    const file = join(site.guides, `${entry.guide}.md`);
    const name = `docs-site/guides/${entry.guide}.md`;
    if (!existsSync(file))
      throw new SiteError(
        `${name}: the navigation lists a guide that does not exist. Create it, or remove its entry from docs-site/src/guides/manifest.ts.`,
      );
    guides.set(entry, readGuide({ site, contracts }, name, readFileSync(file, 'utf8'), words));
  }
  return guides;
}
