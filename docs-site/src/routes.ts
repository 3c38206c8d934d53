import type { Contract, Operation, Webhook } from '@delivery-api/specs/contract';
import { slug } from './slug.ts';

/**
 * The address of an operation or webhook within the reference of its interface, as the page itself
 * routes: `#/bookings/createbooking`.
 */
export const routeOf = ({ tag, id }: Pick<Operation | Webhook, 'tag' | 'id'>): string =>
  `#/${slug(tag)}/${slug(id)}`;

/**
 * Every route that a link into the reference of `contract` may end on: the overview, each tag, each
 * operation and each webhook.
 */
export function routesOf(contract: Contract): Set<string> {
  const targets = [...contract.operations, ...contract.webhooks];
  return new Set([
    '#/',
    ...contract.tags.map(({ name }) => `#/${slug(name)}`),
    ...targets.map(routeOf),
  ]);
}
