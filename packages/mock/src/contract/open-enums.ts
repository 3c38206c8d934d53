import type { Json } from '@delivery-api/specs/contract';
import type { IHttpOperation } from '@stoplight/types';

/**
 * Allows unknown values of extensible enums (`x-extensible-enum`) in the responses of an operation,
 * by removing `enum`. Changes the operation in place.
 */
export function openEnums(operation: IHttpOperation): void {
  for (const { contents = [] } of operation.responses)
    for (const { schema } of contents) openIn(schema as unknown as Json);
}

function openIn(node: Json | undefined): void {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node) && node['x-extensible-enum'] === true) delete node.enum;
  for (const child of Object.values(node)) openIn(child);
}
