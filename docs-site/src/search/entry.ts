/** What the search shows its results under, in the order in which equal ones stand. */
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

/**
 * Something that can be found: its group, its title, what it belongs to, its address from the
 * site's top, and its text.
 */
export type SearchEntry = [
  group: number,
  title: string,
  context: string,
  address: string,
  text: string,
];
