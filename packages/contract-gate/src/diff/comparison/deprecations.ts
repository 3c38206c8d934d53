import {
  type Contract,
  isObject,
  type Json,
  type JsonObject,
  pointerTokens,
} from '@delivery-api/specs/contract';
import { below, valueAt } from '../../documents/pointer.ts';
import { locationName } from './location-name.ts';

/** An element with `deprecated: true`. */
export interface Deprecation {
  /** Name for messages. */
  name: string;
  pointer: string;
  /** `x-sunset`, the first day on which the element may be removed, as YYYY-MM-DD. */
  sunset: string | undefined;
  /** The operation or webhook that contains the element; empty for a component. */
  operations: string[];
  /** Returns whether another version of the contract contains the element, deprecated or not. */
  existsIn(other: Contract): boolean;
}

/** Keywords whose values are data, so that `deprecated` in them has no meaning. */
const dataKeywords = new Set(['example', 'examples', 'enum', 'const', 'default']);

/**
 * Finds all deprecated elements of a contract.
 *
 * @returns deprecations by key: a JSON Pointer that contains the location and name of a parameter
 * instead of its position
 */
export function deprecations(contract: Contract): Map<string, Deprecation> {
  const found = new Map<string, Deprecation>();
  const visit = (node: Json, pointer: string, key: string): void => {
    if (Array.isArray(node))
      for (const [index, item] of node.entries())
        visit(item, below(pointer, index), below(key, parameterKey(contract, item) ?? index));
    if (!isObject(node)) return;
    if (node.deprecated === true) found.set(key, toDeprecation(contract, node, pointer, key));
    const isMap = /\/(properties|schemas|responses|headers|parameters)$/.test(pointer);
    for (const [name, value] of Object.entries(node)) {
      if (isMap || (!dataKeywords.has(name) && !name.startsWith('x-')))
        visit(value, below(pointer, name), below(key, name));
    }
  };
  visit(contract.document, '#', '#');
  return found;
}

/** Identifies a parameter by location and name, because its position in the list can change. */
function parameterKey(contract: Contract, item: Json): string | undefined {
  if (!isObject(item)) return undefined;
  const parameter = typeof item.$ref === 'string' ? valueAt(contract.document, item.$ref) : item;
  return isObject(parameter) &&
    typeof parameter.name === 'string' &&
    typeof parameter.in === 'string'
    ? `${parameter.in} ${parameter.name}`
    : undefined;
}

function toDeprecation(
  { document }: Contract,
  node: JsonObject,
  pointer: string,
  key: string,
): Deprecation {
  const [section, path = '', method = ''] = pointerTokens(pointer);
  const operation = valueAt(document, below('#', 'paths', path, method));
  const owner =
    section === 'webhooks'
      ? path
      : section === 'paths' && isObject(operation)
        ? String(operation.operationId)
        : '';
  const name =
    typeof node.operationId === 'string'
      ? `\`${node.operationId}\``
      : locationName(pointer, document, owner);
  return {
    name: name.charAt(0).toUpperCase() + name.slice(1),
    pointer,
    sunset: typeof node['x-sunset'] === 'string' ? node['x-sunset'] : undefined,
    operations: owner === '' ? [] : [owner],
    existsIn: (other) => exists(other, key),
  };
}

/** Returns whether a contract contains the element of a key that `deprecations` returns. */
function exists(contract: Contract, key: string): boolean {
  let pointer = '#';
  for (const token of pointerTokens(key)) {
    const value = valueAt(contract.document, pointer);
    if (Array.isArray(value)) {
      const index = value.findIndex(
        (item, position) => (parameterKey(contract, item) ?? String(position)) === token,
      );
      if (index < 0) return false;
      pointer = below(pointer, index);
    } else if (isObject(value) && token in value) pointer = below(pointer, token);
    else return false;
  }
  return true;
}
