import type { Contract, JsonObject, Operation } from '@delivery-api/specs/contract';
import { SiteError } from '../errors.ts';

/** A request of the sequence in the Postman collection and the HTTP file. */
export interface Step {
  /** A name that is unique in the sequence and valid as an identifier. */
  id: string;
  title: string;
  /** Absent for a request to the sandbox control API, which the contract does not contain. */
  operation?: Operation;
  method: string;
  /** Variables are in double braces. */
  url: string;
  headers: { name: string; value: string; description: string }[];
  /** JSON with variables in double braces. */
  body?: string;
  /** Response members to store, by variable. */
  saves: Record<string, string>;
}

/** Placeholder in a header or body for a value that the tool generates for each request. */
export const newValue = '{{new}}';

/** A request of a sequence, as changes to the first example of an operation. */
interface Plan {
  operation: string;
  /** Distinguishes requests of the same operation. */
  name?: string;
  title?: string;
  /** Variable of each path parameter. */
  path?: Record<string, string>;
  /** Members that replace those of the first example; `undefined` removes a member. */
  body?: Record<string, unknown>;
  /** Body to send instead of the example. */
  onlyBody?: Record<string, unknown>;
  saves?: Record<string, string>;
}

const order = { id: 'order_id' };
const store = { id: 'store_id', store_id: 'store_id' };
const revision = { revision: 'revision' };
const expected = { expected_revision: '{{revision}}' };

/** The requests of each interface, in the order of its workflow. */
const plans: Record<Contract['name'], readonly Plan[]> = {
  lastmile: [
    { operation: 'getStoreInfo', path: store },
    {
      operation: 'createEstimate',
      body: { external_reference: undefined, schedule: undefined },
      saves: { estimate_id: 'id' },
    },
    {
      operation: 'createBooking',
      body: {
        external_reference: `A-4712-${newValue}`,
        estimate_id: '{{estimate_id}}',
        schedule: undefined,
      },
      saves: { booking_id: 'id', ...revision },
    },
    { operation: 'getBookingDetails', path: { id: 'booking_id' }, saves: revision },
    {
      operation: 'cancelBooking',
      onlyBody: {
        booking_id: '{{booking_id}}',
        reason_code: 'customer_requested',
        ...expected,
      },
    },
  ],
  marketplace: [
    { operation: 'getStore', path: store },
    { operation: 'createTestOrder', saves: { order_id: 'id', ...revision } },
    { operation: 'getOrder', path: order, saves: revision },
    {
      operation: 'acknowledgeOrder',
      path: order,
      onlyBody: { result: 'succeeded', external_id: `POS-${newValue}` },
      saves: revision,
    },
    {
      operation: 'setOrderStatus',
      name: 'accept',
      title: 'Accept the order',
      path: order,
      onlyBody: { status: 'accepted', preparation_minutes: 15, ...expected },
      saves: revision,
    },
    {
      operation: 'setOrderStatus',
      name: 'prepare',
      title: 'Start the preparation',
      path: order,
      onlyBody: { status: 'preparing', ...expected },
      saves: revision,
    },
    {
      operation: 'setOrderStatus',
      name: 'ready',
      title: 'Report that the order is ready',
      path: order,
      onlyBody: { status: 'ready', ...expected },
    },
    {
      operation: 'setStoreStatus',
      name: 'pause',
      title: 'Pause the store',
      path: store,
      onlyBody: { status: 'paused', duration_minutes: 45, reason_code: 'too_busy' },
    },
    {
      operation: 'setStoreStatus',
      name: 'open',
      title: 'Open the store again',
      path: store,
      onlyBody: { status: 'open' },
    },
    { operation: 'submitMenu', body: { validate_only: true, store_ids: ['{{store_id}}'] } },
  ],
};

/** Initial values of the variables that responses set. */
const initial: Record<Contract['name'], Record<string, string>> = {
  lastmile: { estimate_id: '', booking_id: '', revision: '1' },
  marketplace: { order_id: '', revision: '1' },
};

/** Returns the variables of an interface with their initial values. */
export function variablesOf({
  name,
  tenantParameter,
  operations,
}: Contract): Record<string, string> {
  const read = operations.find(({ id }) => id === 'getStoreInfo' || id === 'getStore');
  const { example = '' } = read?.parameters.find((one) => one.name === 'id') ?? {};
  return {
    baseUrl: `http://localhost:4010/${name}`,
    ...(name === 'marketplace' && { sandboxUrl: 'http://localhost:4010' }),
    token: 'test_token',
    ...(tenantParameter && { [tenantParameter.name]: String(tenantParameter.example) }),
    store_id: String(example),
    ...initial[name],
  };
}

/**
 * Returns the requests of an interface in the order of its workflow: every operation, with the IDs
 * and revisions from earlier responses. The sequence succeeds each time it runs in the sandbox.
 *
 * @throws {SiteError} if the contract and the sequence do not have the same operations
 */
export function sequence(contract: Contract): Step[] {
  const planned = plans[contract.name];
  const missing = contract.operations.filter(
    ({ id }) => !planned.some(({ operation }) => operation === id),
  );
  if (missing.length > 0)
    throw new SiteError(
      `${missing.map(({ id }) => id).join(', ')}: missing from the sequence of requests. Add each missing operation to docs-site/src/downloads/sequence.ts.`,
    );
  return planned.map((plan) => stepOf(contract, plan));
}

function stepOf(contract: Contract, plan: Plan): Step {
  if (plan.operation === 'createTestOrder') return createTestOrder(plan);
  const operation = contract.operations.find(({ id }) => id === plan.operation);
  if (operation === undefined)
    throw new SiteError(
      `The contract '${contract.name}' does not have the operation ${plan.operation}.`,
    );
  const body = bodyOf(operation, plan);
  const url = operation.path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => `{{${plan.path?.[name] ?? name}}}`,
  );
  return {
    id: `${operation.id}${plan.name === undefined ? '' : `_${plan.name}`}`,
    title: plan.title ?? operation.summary,
    operation,
    method: operation.method.toUpperCase(),
    url: `{{baseUrl}}${url}`,
    headers: operation.parameters
      .filter((one) => one.in === 'header' && one.required)
      .map(({ name, description, example }) => ({
        name,
        description,
        value: name === 'Idempotency-Key' ? newValue : String(example ?? ''),
      })),
    ...(body !== undefined && { body }),
    saves: plan.saves ?? {},
  };
}

const createTestOrder = ({ saves = {} }: Plan): Step => ({
  id: 'createTestOrder',
  title: 'Create a test order (sandbox only)',
  method: 'POST',
  url: '{{sandboxUrl}}/_sandbox/orders',
  headers: [],
  body: JSON.stringify({ store_id: '{{store_id}}' }, null, 2),
  saves,
});

function bodyOf({ request }: Operation, { body, onlyBody }: Plan): string | undefined {
  const example = request?.examples[0]?.value as JsonObject | undefined;
  if (example === undefined) return undefined;
  const value = onlyBody ?? { ...example, ...body };
  // A revision is a number, so its variable is not in quotes.
  return JSON.stringify(value, null, 2).replaceAll('"{{revision}}"', '{{revision}}');
}
