// Searches the index for words, prefixes and similar spellings. An exact title has the most weight.
import MiniSearch, { type QueryCombination } from 'minisearch';
import type { SearchEntry } from '../src/search/entry.ts';

/** A part of a text, and whether it matches the query. */
export interface Piece {
  text: string;
  found: boolean;
}

/** A search result. Its address is relative to the root of the site. */
export interface Hit {
  group: string;
  title: string;
  context: string;
  address: string;
  excerpt: Piece[];
}

export interface SearchIndex {
  groups: string[];
  entries: SearchEntry[];
}

/** Splits a text into words: `createBooking` yields itself, `create` and `Booking`. */
export const wordsOf = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}]+/u).flatMap((word) => {
    const parts = word.split(/(?<=\p{Ll})(?=\p{Lu})/u);
    return word === '' ? [] : parts.length > 1 ? [word, ...parts] : [word];
  });

/**
 * Words in the pages, by a word that readers use instead. A search for the key also finds entries
 * with any of the values.
 */
export const synonyms: Readonly<Record<string, readonly string[]>> = {
  apikey: ['token'],
  authentication: ['token', 'permissions'],
  cors: ['origin'],
  downtime: ['outage'],
  enum: ['value', 'extensible'],
  failover: ['outage'],
  hmac: ['signature'],
  idempotent: ['idempotency'],
  install: ['client'],
  installation: ['install', 'client'],
  java: ['OpenAPI', 'language'],
  go: ['OpenAPI', 'language'],
  library: ['client'],
  package: ['client', 'packages'],
  php: ['OpenAPI', 'language'],
  poll: ['read', 'If-None-Match'],
  polling: ['poll', 'read', 'If-None-Match'],
  python: ['OpenAPI', 'language'],
  quote: ['estimate'],
  rider: ['courier'],
  driver: ['courier'],
  dasher: ['courier', 'DoorDash'],
  retry: ['retries', 'repeat'],
  retries: ['retry', 'repeat'],
  sdk: ['client'],
  signature: ['verify'],
  signing: ['signature'],
  swagger: ['OpenAPI'],
  throttling: ['rate'],
  timeout: ['time-out'],
  timeouts: ['timeout', 'time-out'],
  'time-out': ['timeout'],
};

const maxPerGroup = 6;
const maxHits = 24;

/** Returns the part of a text around the first match; empty if no word matches. */
export function excerptOf(text: string, words: readonly string[]): Piece[] {
  const escaped = words
    .filter((word) => word.length > 1)
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&'));
  if (escaped.length === 0) return [];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${escaped.join('|')})`, 'giu');
  const first = text.search(pattern);
  if (first < 0) return [];
  const start = first < 60 ? 0 : text.lastIndexOf(' ', first - 40) + 1;
  const piece = `${start > 0 ? '… ' : ''}${text.slice(start, start + 150)}${start + 150 < text.length ? ' …' : ''}`;
  return piece
    .split(pattern)
    .map((part, index) => ({ text: part, found: index % 2 === 1 }))
    .filter(({ text: part }) => part !== '');
}

const weights: Readonly<Record<string, number>> = {
  Guides: 1.6,
  Operations: 1.3,
  Events: 1.3,
  Errors: 0.7,
  Schemas: 0.6,
  Fields: 0.5,
  Decisions: 0.6,
};

/**
 * Returns the weight of a result. A guide has a higher weight than its sections. Pages that few
 * readers need have a low weight.
 */
function weightOf(group: string, address: string): number {
  if (/^(?:from-|known-limits)/.test(address)) return 0.6;
  return (weights[group] ?? 1) * (group === 'Guides' && !address.includes('#') ? 1.6 : 1);
}

/** Returns a query that requires, for each word of a text, the word or one of its synonyms. */
function queryOf(query: string): QueryCombination {
  const words = query.split(/[^\p{L}\p{N}-]+/u).filter((word) => word !== '');
  return {
    combineWith: 'AND',
    queries: words.map((word) => {
      const others = synonyms[word.toLowerCase()] ?? [];
      return {
        combineWith: 'OR',
        queries: [
          word,
          ...others.map((other) => ({ queries: [other], prefix: false, fuzzy: false, boost: {} })),
        ],
      };
    }),
  };
}

/** Returns a function that searches the index. */
export function finder({ groups, entries }: SearchIndex): (query: string) => Hit[] {
  const index = new MiniSearch<{ id: number; title: string; context: string; text: string }>({
    fields: ['title', 'context', 'text'],
    tokenize: wordsOf,
    searchOptions: {
      tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''),
      boost: { title: 4, context: 1.5 },
      combineWith: 'AND',
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 3 ? 0.2 : 0),
    },
  });
  index.addAll(entries.map(([, title, context, , text], id) => ({ id, title, context, text })));
  return (query) => {
    const whole = query.trim().toLowerCase();
    if (whole === '') return [];
    const counts = new Map<number, number>();
    const hits: Hit[] = [];
    const scored = index.search(queryOf(query), {
      boostDocument: (id) => {
        const [group, title = '', , address = ''] = entries[Number(id)] ?? [];
        const weight = weightOf(groups[group ?? 0] ?? '', address);
        return title.toLowerCase() === whole ? weight * 8 : weight;
      },
    });
    for (const { id, terms } of scored) {
      const [group = 0, title = '', context = '', address = '', text = ''] =
        entries[Number(id)] ?? [];
      const count = counts.get(group) ?? 0;
      if (count >= maxPerGroup) continue;
      counts.set(group, count + 1);
      hits.push({
        group: groups[group] ?? '',
        title,
        context,
        address,
        excerpt: excerptOf(text, terms),
      });
      if (hits.length === maxHits) break;
    }
    return hits;
  };
}

let loading: Promise<(query: string) => Hit[]> | undefined;

/**
 * Fetches the index once, and returns a function that searches it.
 *
 * @throws {Error} if the index cannot be loaded; the next call then repeats the request
 */
export function load(address: URL): Promise<(query: string) => Hit[]> {
  loading ??= fetch(address)
    .then((response) => {
      if (!response.ok) throw new Error(`${response.status} for ${address.pathname}`);
      return response.json() as Promise<SearchIndex>;
    })
    .then(finder)
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}
