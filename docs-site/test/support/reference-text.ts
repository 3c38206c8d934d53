import {
  enumValuesOf,
  isExtensibleEnum,
  type JsonObject,
  type Schema,
} from '@delivery-api/specs/contract';
import { decode } from './decode.ts';

/** Returns the visible text of HTML. */
export const fromHtml = (html: string): string => decode(html.replace(/<[^>]+>/g, ' '));

/** Returns the visible text of Markdown. */
export const fromMarkdown = (markdown: string): string =>
  markdown
    .replace(/<a id="[^"]+"><\/a>/g, '')
    .replace(/\]\((?:[^()]|\([^)]*\))*\)/g, ']')
    .replace(/^```\w*$/gm, '')
    .replace(/^\s*\d+\. /gm, '')
    .replaceAll('\\|', '|');

/** Returns the words of a text in lowercase, without punctuation and separated by spaces. */
export const words = (text: string): string =>
  (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).join(' ');

/** Returns the values of the constraints of a schema and of its inline schemas. */
export function constraints(schema: Schema): unknown[] {
  const { minLength, minItems, minProperties, uniqueItems, ...rest } = schema;
  const keys = [
    'minimum',
    'maximum',
    'maxLength',
    'maxItems',
    'maxProperties',
    'pattern',
    'const',
    'default',
    'format',
  ];
  const low = [minLength, minItems, minProperties].filter(
    (value) => value !== undefined && value !== 0,
  );
  const nested = [schema.items, schema.propertyNames, schema.additionalProperties].filter(
    (value): value is JsonObject =>
      typeof value === 'object' && value !== null && (value as JsonObject).$ref === undefined,
  );
  return [
    ...low,
    ...(uniqueItems === true ? ['unique entries'] : []),
    ...(isExtensibleEnum(schema) ? ['new'] : []),
    ...keys.flatMap((key) => (rest[key] === undefined ? [] : [rest[key]])),
    ...(enumValuesOf(schema) ?? []),
    ...nested.flatMap(constraints),
  ];
}
