import { pointerTokens, toPointer } from '@delivery-api/specs/contract';
import { canonicalParent } from '../../documents/pointer.ts';
import { isInBranch } from '../comparison/location-name.ts';
import type { Comparison } from '../comparison/rule.ts';
import { elementOf, type Finding, withoutKeyword } from './finding.ts';

/** Creates a function that returns whether one of our rules covers a finding of the engine. */
export function coveredByRules({
  base,
  revision,
  pairs,
}: Comparison): (finding: Finding) => boolean {
  const schemas = new Set(
    pairs.schemas.flatMap(({ pointer, basePointer }) => [pointer, basePointer]),
  );
  const isPairedSchema = (finding: Finding): boolean => {
    const path = withoutKeyword(finding.path, finding.property);
    return [
      elementOf(finding),
      finding.base?.pointer ?? '',
      canonicalParent(revision.document, path),
      canonicalParent(base.document, path),
    ].some((pointer) => schemas.has(withoutKeyword(pointer, finding.property)));
  };
  return (finding) =>
    isExtensionOrExample(finding) ||
    isName(finding) ||
    isInCondition(finding) ||
    isHeaderOrVersion(finding) ||
    isServerOrFlow(finding) ||
    schemas.has(ownerOfMap(finding) ?? '') ||
    (isSchemaKeyword(finding) && isPairedSchema(finding));
}

const dataTypes = new Set([
  'EnumDescriptions',
  'TagGroups',
  'TagGroup',
  'SpecExtension',
  'Example',
  'ExamplesMap',
]);

/** Returns whether a finding is about an extension, an example or a deprecation. */
const isExtensionOrExample = ({ path, property = '', typeName }: Finding): boolean =>
  dataTypes.has(typeName) ||
  property === 'deprecated' ||
  [...pointerTokens(path), property].some((token) => token.startsWith('x-'));

/**
 * Returns whether a finding is about the tags of an operation, the presence or name of a tag,
 * component or webhook, or the name of a path parameter. The engine matches similar elements
 * regardless of their names.
 */
function isName({ path, property = '', typeName, kind, revision, verdicts }: Finding): boolean {
  const [section, ...rest] = pointerTokens(path);
  const isNameChange = kind !== 'modified' || property === 'key';
  if (typeName === 'Tag' || typeName === 'TagList') return isNameChange || property === 'name';
  if (property === 'tags') return true;
  if (section === 'components') return rest.length <= 2 && isNameChange;
  if (section === 'webhooks') return rest.length === 1 && isNameChange;
  if (section !== 'paths') return false;
  return (
    (typeName === 'PathItem' && property === 'key' && verdicts.length === 0) ||
    (typeName === 'Parameter' &&
      property === 'name' &&
      (rest[0] ?? '').includes(`{${String(revision?.value)}}`))
  );
}

/** Returns whether a finding is in `if` or `not`. Properties with these names do not count. */
const isInCondition = ({ path, property = '' }: Finding): boolean =>
  [...pointerTokens(path), property].some(
    (token, index, all) => (token === 'if' || token === 'not') && all[index - 1] !== 'properties',
  );

/**
 * Returns whether a finding is about the presence of a header, about a header of an event, or about
 * the version of the contract.
 */
function isHeaderOrVersion({ path, property = '', typeName, kind }: Finding): boolean {
  const tokens = pointerTokens(path);
  if (typeName === 'Info') return property === 'version';
  if (typeName === 'Header') return property === 'required';
  const isEventHeader =
    tokens[0] === 'webhooks' && tokens.includes('parameters') && !tokens.includes('schema');
  return isEventHeader && (kind !== 'modified' || property === 'required' || property === 'name');
}

/**
 * Returns whether a finding is about the default or values of a server variable, the servers of an
 * operation, an OAuth 2 flow, the schema dialect, the OpenAPI version, or the requiredness of an
 * event body.
 */
function isServerOrFlow({ path, property = '', typeName }: Finding): boolean {
  const tokens = pointerTokens(path);
  const isOfOperation = tokens[0] === 'paths' && tokens.at(-1) === 'servers';
  return (
    (typeName === 'ServerVariable' && (property === 'default' || property === 'enum')) ||
    (typeName === 'ServerList' && isOfOperation) ||
    (tokens[1] === 'securitySchemes' && tokens.includes('flows')) ||
    (typeName === 'Root' && (property === 'jsonSchemaDialect' || property === 'openapi')) ||
    (tokens[0] === 'webhooks' && typeName === 'RequestBody' && property === 'required')
  );
}

/**
 * Returns the pointer of the schema that contains a finding, if the finding is in a keyword such as
 * `dependentRequired` that a rule compares as a whole.
 */
function ownerOfMap({ path, kind, base, revision }: Finding): string | undefined {
  const pointer = (revision ?? base)?.pointer ?? path;
  const tokens = pointerTokens(pointer);
  const ownerOf = (keyword: string, depth: number): string | undefined => {
    const index = tokens.lastIndexOf(keyword);
    return index >= tokens.length - depth && tokens[index - 1] !== 'properties'
      ? toPointer(...tokens.slice(0, index))
      : undefined;
  };
  const owner = ownerOf('dependentRequired', 2) ?? ownerOf('discriminator', 3);
  if (owner !== undefined || kind === 'modified') return owner;
  return (
    ownerOf('patternProperties', 2) ?? (isInBranch(pointer) ? ownerOf('properties', 2) : undefined)
  );
}

const ratedKeywords = new Set([
  'enum',
  'required',
  'default',
  'readOnly',
  'writeOnly',
  'minContains',
  'maxContains',
  'contentEncoding',
  'contentMediaType',
]);

const isSchemaKeyword = ({ typeName, property = '' }: Finding): boolean =>
  typeName === 'Schema' && ratedKeywords.has(property);
