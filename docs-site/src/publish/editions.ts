/** A state of the site that is published, and the folder below the top in which it stands. */
export interface Edition {
  /** A tag, or `HEAD`. */
  ref: string;
  /** `''` is the top. */
  folder: string;
}

const released = /^(?:lastmile|marketplace)@(\d+)\.\d+\.\d+$/;

/**
 * What is published: the newest release at the top, and the newest release of each major below its
 * number, such as `v1/`.
 * Release candidates have no place of their own; as long as there is nothing else, the present
 * state stands at the top.
 *
 * @param tags names of tags, the oldest first
 */
export function editions(tags: readonly string[]): Edition[] {
  const newest = new Map<number, string>();
  for (const tag of tags) {
    const [, major] = released.exec(tag) ?? [];
    if (major !== undefined) newest.set(Number(major), tag);
  }
  const majors = [...newest].sort(([a], [b]) => b - a);
  return [
    { ref: majors[0]?.[1] ?? 'HEAD', folder: '' },
    ...majors.map(([major, ref]) => ({ ref, folder: `v${major}` })),
  ];
}
