import type { JsonObject } from '@delivery-api/specs/contract';
import { isObject, pointerOf, tokensOf, valueAt } from '../../documents/pointer.ts';

/**
 * What people call a place: `status` of `Booking`, the body of createBooking, header `ETag` of
 * getOrder (200).
 *
 * @param document in which the pointer leads somewhere; parameters are called by their names there
 * @param owner operationId or webhook name, for places that are not in a component
 */
export function placeName(pointer: string, document: JsonObject, owner = ''): string {
  const tokens = tokensOf(pointer);
  const property = lastProperty(tokens);
  const holder = holderName(tokens, document, owner);
  return property === undefined ? holder : `\`${property}\` of ${holder}`;
}

function lastProperty(tokens: string[]): string | undefined {
  const names: string[] = [];
  for (const [index, token] of tokens.entries()) {
    if (
      token === 'properties' &&
      tokens[index + 1] !== undefined &&
      tokens[index - 1] !== 'properties'
    )
      names.push(tokens[index + 1] ?? '');
    if (token === 'items' && tokens[index - 1] !== 'properties' && names.length > 0)
      names.push(`${names.pop()}[]`);
  }
  return names.length === 0 ? undefined : names.join('.');
}

function holderName(tokens: string[], document: JsonObject, owner: string): string {
  const [section, kind, name] = tokens;
  if (section === 'components' && kind !== undefined && name !== undefined) {
    return kind === 'parameters'
      ? (parameterName(document, tokens.slice(0, 3)) ?? `\`${name}\``)
      : `\`${name}\``;
  }
  if (section !== 'paths' && section !== 'webhooks')
    return section === undefined ? 'the document' : `\`${section}\``;
  const who = owner === '' ? `\`${kind}\`` : `\`${owner}\``;
  const part = tokens[3];
  if (part === 'requestBody') return `the body of ${who}`;
  if (part === 'parameters')
    return `${parameterName(document, tokens.slice(0, 5)) ?? 'a parameter'} of ${who}`;
  if (part !== 'responses') return who;
  return tokens[5] === 'headers'
    ? `header \`${tokens[6]}\` of ${who} (${tokens[4]})`
    : `the ${tokens[4]} of ${who}`;
}

function parameterName(document: JsonObject, tokens: string[]): string | undefined {
  const parameter = valueAt(document, pointerOf(...tokens));
  return isObject(parameter) && typeof parameter.name === 'string'
    ? `${String(parameter.in)} parameter \`${parameter.name}\``
    : undefined;
}
