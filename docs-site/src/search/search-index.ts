import type { Contract } from '@delivery-api/specs/contract';
import { decisionAnchor, decisionName } from '../decision-names.ts';
import type { Entry } from '../guides/manifest.ts';
import type { Guide } from '../guides/read-guide.ts';
import { anchorsOf, plainReference } from '../plain-reference/reference.ts';
import { contractEntries, entry } from './contract-entries.ts';
import { groups, type SearchEntry } from './entry.ts';

/** The sources of the search index. */
export interface SearchSources {
  guides: ReadonlyMap<Entry, Guide>;
  /** Pages that are not guides. */
  pages: readonly { path: string; title: string; description: string }[];
  contracts: readonly Contract[];
  decisions: readonly { number: number; title: string }[];
}

function errorEntries(contracts: readonly Contract[]): SearchEntry[] {
  const found = new Map<string, SearchEntry>();
  for (const { problems } of contracts)
    for (const { code, status, title, cause } of problems.values())
      if (!found.has(code))
        found.set(
          code,
          entry('Errors', code, `${status} · ${title}`, `errors.html#${code}`, cause),
        );
  return [...found.values()];
}

/** Returns the search index as JSON. */
export function searchIndex({ guides, pages, contracts, decisions }: SearchSources): string {
  const entries = [
    ...[...guides].flatMap(([{ path, nav }, { passages }]) =>
      passages.map(({ id, heading, text }) =>
        entry('Guides', heading, nav, id === undefined ? path : `${path}#${id}`, text),
      ),
    ),
    ...pages.map(({ path, title, description }) =>
      entry('Guides', title, 'Page', path, description),
    ),
    ...contracts.flatMap((contract) =>
      contractEntries(contract, new Set(anchorsOf(plainReference(contract).blocks))),
    ),
    ...errorEntries(contracts),
    ...decisions.map(({ number, title }) =>
      entry(
        'Decisions',
        `${decisionName(number)} ${title}`,
        'Decisions',
        `decisions.html#${decisionAnchor(number)}`,
        '',
      ),
    ),
  ];
  return `${JSON.stringify({ groups, entries })}\n`;
}
