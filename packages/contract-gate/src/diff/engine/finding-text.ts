import { tokensOf } from '../../documents/pointer.ts';
import type { Finding } from './finding.ts';

const wordKeywords = new Set([
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
const wordTypes = new Set([
  'Example',
  'ExamplesMap',
  'Info',
  'Contact',
  'License',
  'ExternalDocs',
  'Tag',
  'TagList',
]);

/** Whether a finding is of words only, which people read and programs do not. */
export const isWords = ({ kind, property = '', typeName }: Finding): boolean =>
  kind === 'modified'
    ? wordKeywords.has(property) || wordTypes.has(typeName)
    : wordTypes.has(typeName);

/** What a finding says, as the beginning of a sentence about the place with this name. */
export function described(
  { kind, property = '', typeName, base, revision, path }: Finding,
  name: string,
): string {
  const subject = capital(name);
  if (kind === 'modified' && wordKeywords.has(property))
    return `The ${property} of ${name} ${base?.value === undefined ? 'is new' : revision?.value === undefined ? 'is gone' : 'is worded anew'}`;
  if (kind === 'modified' && property === 'key')
    return `${subject}: ${kindOf(typeName)} ${spoken(base?.value)} is called ${spoken(revision?.value)} from now on`;
  if (
    kind === 'modified' &&
    property === 'required' &&
    typeof (revision?.value ?? base?.value) === 'boolean'
  ) {
    return `${subject} ${revision?.value === true ? 'is required from now on' : 'may be left out from now on'}`;
  }
  if (kind === 'modified') {
    if (base?.value === undefined)
      return `${subject}: \`${property}\` is ${spoken(revision?.value)}, nothing before`;
    if (revision?.value === undefined)
      return `${subject}: \`${property}\` is gone, it was ${spoken(base.value)}`;
    return `${subject}: \`${property}\` is ${spoken(revision.value)}, no longer ${spoken(base.value)}`;
  }
  const last = tokensOf(path).at(-1) ?? '';
  const named =
    subject.includes(`\`${last}\``) ||
    subject.includes(`the ${last} `) ||
    subject.startsWith(`The ${last} `) ||
    /^\d+$/.test(last);
  return `${subject}${named ? '' : `: ${kindOf(typeName)} \`${last}\``} is ${kind === 'added' ? 'new' : 'gone'}`;
}

const kindOf = (typeName: string): string =>
  typeName.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
const spoken = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `\`${text.length > 80 ? `${text.slice(0, 77)}…` : text}\``;
};
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
