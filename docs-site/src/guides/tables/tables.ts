import type { Contract } from '@delivery-api/specs/contract';
import { SiteError } from '../../errors.ts';
import { interfaces } from '../../site.ts';
import { type DirectiveInput, named, namedContract } from '../directive/input.ts';
import { deliverySchedule, events, headers } from './events.ts';
import { interop } from './interop.ts';
import { transitions } from './machines.ts';
import { mockReference } from './mock.ts';
import { idempotency, limits, operations, permissions } from './operations.ts';
import { problems, retryable } from './problems.ts';
import { sandboxErrors } from './sandbox-errors.ts';
import { scenarioSteps, scenarios } from './scenarios.ts';
import { bounds, deadlines, enumValues, fields } from './schemas.ts';
import { blockers } from './stores.ts';

/** Tables of one interface. `which` is the argument after the interface. */
const kinds = new Map<string, (contract: Contract, which?: string) => string>([
  ['operations', operations],
  ['permissions', permissions],
  ['limits', limits],
  ['idempotency', idempotency],
  ['events', events],
  ['webhook-headers', headers],
  ['delivery-schedule', deliverySchedule],
  ['scenarios', scenarios],
  ['steps', scenarioSteps],
  ['deadlines', deadlines],
  ['transitions', transitions],
  ['enum', enumValues],
  ['fields', fields],
  ['bounds', bounds],
  ['blockers', blockers],
  ['problems', problems],
]);
const tablesWithArgument = ['transitions', 'enum', 'fields', 'bounds', 'problems'];

/**
 * Returns a table as Markdown.
 *
 * @param argument the kind of table and its arguments. From the contracts: for example `permissions
 * lastmile`, `enum marketplace OrderStatus` or `retryable`. From other files: `interop` (results of
 * `npm run interop`), `mock start` (options of the `start` command), and `sandbox-errors lastmile`
 * (requests that cause each error in the sandbox)
 * @throws {SiteError} if a name is unknown, or if there are too many arguments
 */
export function tableOf(input: DirectiveInput, argument: string): string {
  const [kind = '', name, which, ...more] = argument.split(/\s+/);
  if (kind === 'retryable' && name === undefined)
    return retryable(interfaces.map((one) => input.contracts[one]));
  if (kind === 'interop' && name === undefined) return interop();
  if (kind === 'mock' && which === undefined) return mockReference(name ?? '');
  if (kind === 'sandbox-errors' && which === undefined)
    return sandboxErrors(input.site, namedContract(input, name));
  const make = named(kinds, kind, 'table');
  if (more.length > 0 || (which !== undefined && !tablesWithArgument.includes(kind)))
    throw new SiteError(`the table '${argument}' has too many arguments.`);
  return make(namedContract(input, name), which);
}
