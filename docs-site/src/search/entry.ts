/** Groups of search results. An entry contains the index of its group. */
export const groups = [
  'Guides',
  'Operations',
  'Events',
  'Errors',
  'Schemas',
  'Fields',
  'Scenarios',
  'Decisions',
] as const;

export type Group = (typeof groups)[number];

/** A search entry. Its URL is relative to the root of the site. */
export type SearchEntry = [
  group: number,
  title: string,
  context: string,
  address: string,
  text: string,
];
