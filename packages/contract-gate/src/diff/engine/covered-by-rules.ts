import { canonicalHolder, tokensOf } from '../../documents/pointer.ts';
import type { Comparison } from '../comparison/rule.ts';
import { type Finding, holderOf, withoutKeyword } from './finding.ts';

/** Tells of a finding whether rules of our own judge what it is about, better or as well. */
export function judgedElsewhere({
  base,
  revision,
  pairs,
}: Comparison): (finding: Finding) => boolean {
  const places = new Set(
    pairs.schemas.flatMap(({ pointer, basePointer }) => [pointer, basePointer]),
  );
  const isSchemaOfOurs = (finding: Finding): boolean => {
    const path = withoutKeyword(finding.path, finding.property);
    return [
      holderOf(finding),
      finding.base?.pointer ?? '',
      canonicalHolder(revision.document, path),
      canonicalHolder(base.document, path),
    ].some((place) => places.has(withoutKeyword(place, finding.property)));
  };
  return (finding) =>
    isOurData(finding) ||
    isName(finding) ||
    isInCondition(finding) ||
    isHeaderOrVersion(finding) ||
    (isSchemaKeyword(finding) && isSchemaOfOurs(finding));
}

/** Extensions, examples and deprecation. */
function isOurData({ path, property = '', typeName }: Finding): boolean {
  const types = [
    'EnumDescriptions',
    'TagGroups',
    'TagGroup',
    'SpecExtension',
    'Example',
    'ExamplesMap',
  ];
  return (
    types.includes(typeName) ||
    property === 'deprecated' ||
    [...tokensOf(path), property].some((token) => token.startsWith('x-'))
  );
}

/**
 * Names of tags, components, webhooks, and path parameters; the engine pairs what looks alike,
 * whatever it is called.
 */
function isName({ path, property = '', typeName, kind, revision, verdicts }: Finding): boolean {
  const [section, ...rest] = tokensOf(path);
  const named = kind !== 'modified' || property === 'key';
  if (typeName === 'Tag' || typeName === 'TagList') return named || property === 'name';
  if (property === 'tags') return true;
  if (section === 'components') return rest.length <= 2 && named;
  if (section === 'webhooks') return rest.length === 1 && named;
  if (section !== 'paths') return false;
  return (
    (typeName === 'PathItem' && property === 'key' && verdicts.length === 0) ||
    (typeName === 'Parameter' &&
      property === 'name' &&
      (rest[0] ?? '').includes(`{${String(revision?.value)}}`))
  );
}

/** What stands in `if` and `not` tests, and describes nothing. */
const isInCondition = ({ path, property = '' }: Finding): boolean =>
  [...tokensOf(path), property].some(
    (token, index, all) => (token === 'if' || token === 'not') && all[index - 1] !== 'properties',
  );

/** Whether a header is always there, headers of events, and the version itself. */
function isHeaderOrVersion({ path, property = '', typeName, kind }: Finding): boolean {
  const tokens = tokensOf(path);
  if (typeName === 'Info') return property === 'version';
  if (typeName === 'Header') return property === 'required';
  const ofEvent =
    tokens[0] === 'webhooks' && tokens.includes('parameters') && !tokens.includes('schema');
  return ofEvent && (kind !== 'modified' || property === 'required' || property === 'name');
}

const isSchemaKeyword = ({ typeName, property = '' }: Finding): boolean =>
  typeName === 'Schema' && ['enum', 'required', 'default'].includes(property);
