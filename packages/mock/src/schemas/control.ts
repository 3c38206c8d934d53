import {
  deliveryStates,
  type EventFault,
  type OperationFault,
  type StoreConditions,
  webhookFaults,
} from '@delivery-api/sandbox';
import type { Contract } from '@delivery-api/specs/contract';
import type {
  BlockerOptions,
  DeliveryFilter,
  InterfaceName,
  OrderOptions,
  ReceiverOptions,
  RequestFilter,
  ResetOptions,
  WebhookTarget,
  WebhookTargets,
} from '../api/types.ts';
import {
  anyObject,
  array,
  boolean,
  enumOf,
  integer,
  nonEmptyString,
  number,
  object,
} from './build.ts';
import type { Schema } from './validate.ts';

type Contracts = ReadonlyMap<InterfaceName, Contract>;

const yearInSeconds = 366 * 24 * 3600;
const dayInMilliseconds = 24 * 3600 * 1000;

export const speedSchema = number(0.01, 100_000);
export const advanceSecondsSchema = number(0, yearInSeconds);

interface ClockSettings {
  speed?: number;
  frozen?: boolean;
}
const clockSettings = { speed: speedSchema, frozen: boolean };
export const clockSettingsSchema = object<ClockSettings>(clockSettings);
export const clockSchema = object<ClockSettings & { advance_seconds?: number }>({
  ...clockSettings,
  advance_seconds: advanceSecondsSchema,
});

export const advanceSchema = object<{ to?: string }>({ to: nonEmptyString(64) });

export const resetSchema = object<ResetOptions>({
  seed: nonEmptyString(),
  data: object({ lastmile: anyObject, marketplace: anyObject }),
});

/** Returns the schema of an order request. It accepts only scenarios that the contract defines. */
export const orderSchema = ({ scenarios }: Contract): Schema<OrderOptions> =>
  object<OrderOptions>({
    store_id: nonEmptyString(64),
    scenario: enumOf(...scenarios.map(({ name }) => name)),
    order: anyObject,
  });

export const secretSchema: Schema = {
  ...nonEmptyString(),
  format: 'webhook-secret',
  description: 'whsec_ followed by the Base64 encoding of 24 to 64 bytes',
};
const targetSchema: Schema = {
  ...object<WebhookTarget>(
    { url: { ...nonEmptyString(2_000), format: 'webhook-url' }, secrets: array(secretSchema, 5) },
    ['url'],
  ),
  type: ['object', 'null'],
};

/** Returns the schema of the webhook targets. It accepts only interfaces that are served. */
export const webhooksSchema = (contracts: Contracts): Schema<WebhookTargets> =>
  object<Record<string, WebhookTarget | null>>(
    Object.fromEntries([...contracts.keys()].map((name) => [name, targetSchema])),
  );

export const receiverSchema = object<ReceiverOptions>(
  {
    url: { ...nonEmptyString(2_000), format: 'webhook-url' },
    interfaces: { ...array(enumOf('lastmile', 'marketplace'), 2), minItems: 1, uniqueItems: true },
    secrets: array(secretSchema, 5),
    expires_after_seconds: integer(1, 86_400),
  },
  ['url'],
);

export const blockersSchema = object<{ blockers: BlockerOptions[] }>(
  {
    blockers: array(
      object<BlockerOptions>(
        {
          code: nonEmptyString(64),
          message: nonEmptyString(300),
          until: { type: 'string', format: 'instant' },
        },
        ['code'],
      ),
      20,
    ),
  },
  ['blockers'],
);
/** The schema of the store conditions that the sandbox can simulate. */
export const conditionsSchema: Schema<StoreConditions> = {
  ...object<StoreConditions>({
    lifecycle: enumOf('active', 'paused', 'inactive'),
    level: enumOf('normal', 'busy', 'full'),
    extra_wait_minutes: integer(0, 1_440),
  }),
  minProperties: 1,
};
export const partnersSchema = object<{ blocked: string[] }>(
  { blocked: array(nonEmptyString(64), 1_000) },
  ['blocked'],
);

/** An operation fault in a control request. Selects a problem, if any, by code or by status. */
export interface OperationFaultRequest extends OperationFault {
  status?: number;
}
const milliseconds = integer(0, dayInMilliseconds);
const latency: Schema = {
  ...object({ min: milliseconds, max: milliseconds, p50: milliseconds, p99: milliseconds }),
  type: ['integer', 'object'],
  minimum: 1,
  maximum: dayInMilliseconds,
};
const pointer: Schema = { ...nonEmptyString(200), pattern: '^/' };
const times = integer(1, 1_000_000);

/** Returns the schema of the faults. It accepts only operations and events in the contracts. */
export const faultsSchema = (contracts: Contracts) => {
  const all = [...contracts.values()];
  const operations = all.flatMap((contract) => contract.operations.map(({ id }) => id));
  const events = all.flatMap(({ webhooks }) => webhooks.map(({ name }) => name));
  const operationFault = object<OperationFaultRequest>(
    {
      operation: enumOf(...operations, '*'),
      code: nonEmptyString(64),
      status: integer(400, 599),
      latency_ms: latency,
      drop: boolean,
      partner: nonEmptyString(64),
      id: nonEmptyString(64),
      body: object({ pointer, equals: {} }, ['pointer', 'equals']),
      times,
    },
    ['operation'],
  );
  const eventFault = object<EventFault>(
    {
      event: enumOf(...events, '*'),
      fault: enumOf(...webhookFaults),
      subject: nonEmptyString(64),
      times,
    },
    ['event', 'fault'],
  );
  return object<{ operations?: OperationFaultRequest[]; events?: EventFault[] }>({
    operations: array(operationFault, 100),
    events: array(eventFault, 100),
  });
};

const limit = integer(1, 1_000);
const interfaceName = enumOf('lastmile', 'marketplace');

export const deliveryFilterSchema = object<DeliveryFilter>({
  interface: interfaceName,
  type: nonEmptyString(64),
  subject: nonEmptyString(64),
  state: enumOf(...deliveryStates),
  limit,
});
export const requestFilterSchema = object<RequestFilter>({
  interface: interfaceName,
  operation: nonEmptyString(64),
  status: integer(0, 599),
  limit,
});
export const snapshotSchema = object<{ limit?: number }>({ limit });
