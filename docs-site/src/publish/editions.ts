/** A published version of the site and its folder. */
export interface Edition {
  /** A tag, or `HEAD`. */
  ref: string;
  /** `''` is the root. */
  folder: string;
}

const released = /^(?:lastmile|marketplace)@(\d+)\.\d+\.\d+$/;

/**
 * Returns the published versions: the newest release at the root, and the newest release of each
 * major version in its folder, such as `v1/`. Release candidates are not published. If there is no
 * release, the current state is at the root.
 *
 * @param tags names of tags, oldest first
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
