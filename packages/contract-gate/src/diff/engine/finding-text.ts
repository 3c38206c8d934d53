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

/** Returns whether a finding is about text that only people read. */
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
  if (kind !== 'modified') {
    const last = pointerTokens(path).at(-1) ?? '';
    const containsLast =
      subject.includes(`\`${last}\``) || name.includes(`the ${last} `) || /^\d+$/.test(last);
    const part = containsLast ? '' : `: ${spaced(typeName)} \`${last}\``;
    return `${subject}${part} is ${kind === 'added' ? 'new' : 'removed'}`;
  }
  if (documentationKeywords.has(property)) {
    const state = before === undefined ? 'new' : after === undefined ? 'removed' : 'reworded';
    return `The ${property} of ${name} is ${state}`;
  }
  if (property === 'key')
    return `${subject}: ${spaced(typeName)} ${quote(before)} is renamed to ${quote(after)}`;
  if (property === 'required' && typeof (after ?? before) === 'boolean')
    return `${subject} is now ${after === true ? 'required' : 'optional'}`;
  if (before === undefined) return `${subject}: \`${property}\` is new, ${quote(after)}`;
  if (after === undefined) return `${subject}: \`${property}\` is removed, it was ${quote(before)}`;
  return `${subject}: \`${property}\` is ${quote(after)}, no longer ${quote(before)}`;
}

/** `MediaType` becomes `media type`. */
const spaced = (typeName: string): string =>
  typeName.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `\`${text.length > 80 ? `${text.slice(0, 77)}…` : text}\``;
}
