import type { Contract, Operation, Webhook } from '@delivery-api/specs/contract';
import { slug } from './slug.ts';

/**
 * Returns the route of an operation or webhook in the interactive reference:
 * `#/bookings/createbooking`.
 */
export const routeOf = ({ tag, id }: Pick<Operation | Webhook, 'tag' | 'id'>): string =>
  `#/${slug(tag)}/${slug(id)}`;

/**
 * Returns every route of the interactive reference: the overview, and each tag, operation and
 * webhook.
 */
export function routesOf(contract: Contract): Set<string> {
  const targets = [...contract.operations, ...contract.webhooks];
  return new Set([
    '#/',
    ...contract.tags.map(({ name }) => `#/${slug(name)}`),
    ...targets.map(routeOf),
  ]);
}
