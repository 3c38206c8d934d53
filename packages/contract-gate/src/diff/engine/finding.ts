/** One finding of `redocly diff --format=json` (report version 1), as far as it is used here. */
export interface Finding {
  /** Where it was met first, through references. */
  path: string;
  typeName: string;
  kind: 'added' | 'removed' | 'modified';
  impact: 'patch' | 'minor' | 'major';
  verdicts: { ruleId: string; impact: 'patch' | 'minor' | 'major'; message: string }[];
  property?: string;
  base?: { pointer: string; value?: unknown };
  revision?: { pointer: string; value?: unknown };
}

/**
 * Where a finding stands: in the later document, or in the earlier where it is gone. The engine
 * names a keyword where it is there, and its schema where not.
 */
export function holderOf({ property, base, revision, path }: Finding): string {
  const pointer = revision?.pointer ?? base?.pointer ?? path;
  return withoutKeyword(pointer, property);
}

export const withoutKeyword = (pointer: string, keyword = ''): string =>
  keyword !== '' && pointer.endsWith(`/${keyword}`)
    ? pointer.slice(0, -keyword.length - 1)
    : pointer;
