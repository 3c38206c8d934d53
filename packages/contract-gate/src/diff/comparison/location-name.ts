import { isObject, type JsonObject, pointerTokens, toPointer } from '@delivery-api/specs/contract';
import { valueAt } from '../../documents/pointer.ts';

/**
 * Returns a name for a location in messages: `status` of `Booking`, the body of `createBooking`,
 * the `ETag` header of `getOrder` (200).
 *
 * @param document document that contains the location, and the names of parameters
 * @param owner operationId or webhook name, for locations outside of components
 */
export function locationName(pointer: string, document: JsonObject, owner = ''): string {
  const tokens = pointerTokens(pointer);
  const property = propertyPath(tokens);
  const container = containerName(tokens, document, owner);
  return property === '' ? container : `\`${property}\` of ${container}`;
}

/** Returns whether a schema is in `then` or `else`. Properties with these names do not count. */
export const isInBranch = (pointer: string): boolean =>
  /(?<!\/properties)\/(then|else)(\/|$)/.test(pointer);

/** Returns the path of the property, such as `items[].price`; an empty string if there is none. */
function propertyPath(tokens: string[]): string {
  const names: string[] = [];
  let isName = false;
  for (const token of tokens) {
    // After `properties` comes a name, even if the name is `properties` or `items`.
    if (isName) names.push(token);
    else if (token === 'items' && names.length > 0) names.push(`${names.pop()}[]`);
    isName = !isName && token === 'properties';
  }
  return names.join('.');
}

function containerName(tokens: string[], document: JsonObject, owner: string): string {
  const [section, kind, name] = tokens;
  if (section === 'components' && kind !== undefined && name !== undefined) {
    return kind === 'parameters'
      ? (parameterName(document, tokens.slice(0, 3)) ?? `\`${name}\``)
      : `\`${name}\``;
  }
  if (section !== 'paths' && section !== 'webhooks')
    return section === undefined ? 'the document' : `\`${section}\``;
  const quotedOwner = `\`${owner === '' ? kind : owner}\``;
  const [, , , part, status, subpart, header] = tokens;
  if (part === 'requestBody') return `the body of ${quotedOwner}`;
  if (part === 'parameters')
    return `${parameterName(document, tokens.slice(0, 5)) ?? 'a parameter'} of ${quotedOwner}`;
  if (part !== 'responses') return quotedOwner;
  return subpart === 'headers'
    ? `the \`${header}\` header of ${quotedOwner} (${status})`
    : `the ${status} response of ${quotedOwner}`;
}

function parameterName(document: JsonObject, tokens: string[]): string | undefined {
  const parameter = valueAt(document, toPointer(...tokens));
  return isObject(parameter) && typeof parameter.name === 'string'
    ? `the ${String(parameter.in)} parameter \`${parameter.name}\``
    : undefined;
}
