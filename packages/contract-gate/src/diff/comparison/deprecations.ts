import type { Contract, Json, JsonObject } from '@delivery-api/specs/contract';
import { placeName } from './location-name.ts';
import { below, isObject, tokensOf, valueAt } from '../../documents/pointer.ts';

/** Something that is marked `deprecated: true`. */
export interface Deprecation {
  /** What people call it. */
  name: string;
  pointer: string;
  /**
   * The day from which it may be gone (`x-sunset`), as YYYY-MM-DD; undefined when nothing is said.
   */
  sunset: string | undefined;
  /** The operation that it belongs to, where it is in one. */
  operations: string[];
  /** Whether another version of the contract still has it, deprecated or not. */
  existsIn(other: Contract): boolean;
}

const data = new Set(['example', 'examples', 'enum', 'const', 'default']);

/**
 * Everything in a contract that is marked `deprecated: true`, by a key that is the same in every
 * version.
 */
export function deprecations(contract: Contract): Map<string, Deprecation> {
  const found = new Map<string, Deprecation>();
  const visit = (node: Json, pointer: string, key: string): void => {
    if (Array.isArray(node)) {
      for (const [index, item] of node.entries())
        visit(item, below(pointer, index), below(key, parameterName(contract, item) ?? index));
      return;
    }
    if (!isObject(node)) return;
    if (node.deprecated === true) found.set(key, deprecation(contract, node, pointer, key));
    const names = /\/(properties|schemas|responses|headers|parameters)$/.test(pointer);
    for (const [name, value] of Object.entries(node)) {
      if (names || (!data.has(name) && !name.startsWith('x-')))
        visit(value, below(pointer, name), below(key, name));
    }
  };
  visit(contract.document, '#', '#');
  return found;
}

function parameterName(contract: Contract, item: Json): string | undefined {
  if (!isObject(item)) return undefined;
  const parameter = typeof item.$ref === 'string' ? valueAt(contract.document, item.$ref) : item;
  return isObject(parameter) &&
    typeof parameter.name === 'string' &&
    typeof parameter.in === 'string'
    ? `${parameter.in} ${parameter.name}`
    : undefined;
}

function deprecation(
  contract: Contract,
  node: JsonObject,
  pointer: string,
  key: string,
): Deprecation {
  const [section, path = '', method = ''] = tokensOf(pointer);
  const owner =
    section === 'paths' || section === 'webhooks'
      ? valueAt(contract.document, below('#', section, path, method))
      : undefined;
  const id = section === 'webhooks' ? path : isObject(owner) ? String(owner.operationId) : '';
  const name =
    typeof node.operationId === 'string'
      ? `\`${node.operationId}\``
      : placeName(pointer, contract.document, id);
  return {
    name: name.charAt(0).toUpperCase() + name.slice(1),
    pointer,
    sunset: typeof node['x-sunset'] === 'string' ? node['x-sunset'] : undefined,
    operations: id === '' ? [] : [id],
    existsIn: (other) => exists(other, key),
  };
}

/** Follows a key, in which parameters stand by place and name. */
function exists(contract: Contract, key: string): boolean {
  let pointer = '#';
  for (const token of tokensOf(key)) {
    const value = valueAt(contract.document, pointer);
    if (Array.isArray(value)) {
      const index = value.findIndex(
        (item, at) => (parameterName(contract, item) ?? String(at)) === token,
      );
      if (index < 0) return false;
      pointer = below(pointer, index);
    } else if (isObject(value) && token in value) pointer = below(pointer, token);
    else return false;
  }
  return true;
}
