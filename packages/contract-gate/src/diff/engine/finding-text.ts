import { pointerTokens } from '@delivery-api/specs/contract';
import type { Finding } from './finding.ts';

const documentationKeywords = new Set([
  'title',
  'summary',
  'description',
  'example',
  'examples',
  'externalDocs',
  'termsOfService',
  'contact',
  'license',
  'name',
  'email',
  'identifier',
  '$comment',
]);
const documentationTypes = new Set([
  'Example',
  'ExamplesMap',
  'Info',
  'Contact',
  'License',
  'ExternalDocs',
  'Tag',
  'TagList',
]);

/** Returns whether a finding affects documentation only. */
export const isDocumentation = ({ kind, property = '', typeName }: Finding): boolean =>
  documentationTypes.has(typeName) || (kind === 'modified' && documentationKeywords.has(property));

/**
 * Describes a finding in a sentence without the final period.
 *
 * @param name name of the element that the finding is about
 */
export function describeFinding(
  { kind, property = '', typeName, base, revision, path }: Finding,
  name: string,
): string {
  const subject = name.charAt(0).toUpperCase() + name.slice(1);
  const [before, after] = [base?.value, revision?.value];
  if (kind !== 'modified') return describePresence(kind, typeName, pointerTokens(path), subject);
  if (documentationKeywords.has(property)) {
    const verb = property.endsWith('s') ? 'are' : 'is';
    const state =
      before === undefined ? `${verb} new` : after === undefined ? `${verb} removed` : 'changed';
    return `The ${property} of ${name} ${state}`;
  }
  if (property === 'key') {
    const kindOfName = typeName === 'Schema' ? 'property' : spaced(typeName);
    const owner = name.replace(`${quote(after)} of `, '').replace(`${quote(before)} of `, '');
    return `The ${kindOfName} ${quote(before)} of ${owner} is renamed to ${quote(after)}`;
  }
  if (property === 'required' && typeof (after ?? before) === 'boolean')
    return `${subject} is now ${after === true ? 'required' : 'optional'}`;
  if (before === undefined) return `${subject}: added ${quote(`${property}: ${textOf(after)}`)}`;
  if (after === undefined) return `${subject}: removed \`${property}\` (was ${quote(before)})`;
  return `\`${property}\` of ${name} changed from ${quote(before)} to ${quote(after)}`;
}

/**
 * Describes an added or removed element.
 *
 * @param tokens pointer of the element
 * @param subject name of the element; for a keyword, of its schema
 */
function describePresence(
  kind: 'added' | 'removed',
  typeName: string,
  tokens: readonly string[],
  subject: string,
): string {
  const state = kind === 'added' ? 'is new' : 'is removed';
  const last = tokens.at(-1) ?? '';
  const parent = tokens.at(-2) ?? '';
  if (typeName === 'PathItem') return `The path \`${last}\` ${state}`;
  if (typeName === 'Operation') return `The operation ${subject} ${state}`;
  if (typeName === 'Server') return `A server ${state}`;
  const has = (article: string, part: string) =>
    `${subject} ${kind === 'added' ? `has ${article}new` : 'no longer has'} ${part}`;
  if (['allOf', 'anyOf', 'oneOf'].includes(parent))
    return kind === 'added' ? has('a ', `\`${parent}\` branch`) : has('', `a \`${parent}\` branch`);
  const isNamed =
    subject.includes(`\`${last}\``) ||
    subject.toLowerCase().includes(`the ${last} `) ||
    last === 'requestBody' ||
    /^\d+$/.test(last);
  if (isNamed) return `${subject} ${state}`;
  if (/^Schema|List$|Map$/.test(typeName))
    return has(last.endsWith('s') ? '' : 'a ', `\`${last}\``);
  return has('a ', `${kind === 'added' ? '' : 'the '}${spaced(typeName)} \`${last}\``);
}

/** `MediaType` becomes `media type`. */
const spaced = (typeName: string): string =>
  typeName.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

function quote(value: unknown): string {
  const text = textOf(value);
  return `\`${text.length > 80 ? `${text.slice(0, 77)}…` : text}\``;
}
