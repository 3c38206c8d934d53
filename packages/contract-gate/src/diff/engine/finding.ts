type Impact = 'patch' | 'minor' | 'major';

/** A finding of `redocly diff --format=json` (report version 1); only the members used here. */
export interface Finding {
  /** First location of the difference. The path to the location can contain references. */
  path: string;
  typeName: string;
  kind: 'added' | 'removed' | 'modified';
  impact: Impact;
  verdicts: { ruleId: string; impact: Impact; message: string }[];
  property?: string;
  base?: { pointer: string; value?: unknown };
  revision?: { pointer: string; value?: unknown };
}

/**
 * Returns the pointer of the element that a finding is about: in the revision, or in the base for
 * a removal. If the engine reports a keyword of the element, removes the keyword from the pointer.
 */
export const elementOf = ({ property, base, revision, path }: Finding): string =>
  withoutKeyword(revision?.pointer ?? base?.pointer ?? path, property);

/** Removes a keyword from the end of a pointer. */
export const withoutKeyword = (pointer: string, keyword = ''): string =>
  keyword !== '' && pointer.endsWith(`/${keyword}`)
    ? pointer.slice(0, -keyword.length - 1)
    : pointer;
