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
import { anyObject, boolean, integer, list, number, object, oneOf, text } from './build.ts';
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

export const advanceSchema = object<{ to?: string }>({ to: text(64) });

export const resetSchema = object<ResetOptions>({
  seed: text(),
  data: object({ lastmile: anyObject, marketplace: anyObject }),
});

/** The scenario is one of the contract. */
export const orderSchema = ({ scenarios }: Contract): Schema<OrderOptions> =>
  object<OrderOptions>({
    store_id: text(64),
    scenario: oneOf(...scenarios.map(({ name }) => name)),
    order: anyObject,
  });

export const secretSchema: Schema = {
  ...text(),
  format: 'webhook-secret',
  description: 'whsec_ and the base64 of 24 to 64 bytes',
};
const targetSchema: Schema = {
  ...object<WebhookTarget>(
    { url: { ...text(2_000), format: 'webhook-url' }, secrets: list(secretSchema, 5) },
    ['url'],
  ),
  type: ['object', 'null'],
};

/** Targets of the interfaces that are served. */
export const webhooksSchema = (contracts: Contracts): Schema<WebhookTargets> =>
  object<Record<string, WebhookTarget | null>>(
    Object.fromEntries([...contracts.keys()].map((name) => [name, targetSchema])),
  );

export const receiverSchema = object<ReceiverOptions>(
  {
    url: { ...text(2_000), format: 'webhook-url' },
    interfaces: { ...list(oneOf('lastmile', 'marketplace'), 2), minItems: 1, uniqueItems: true },
    secrets: list(secretSchema, 5),
    expires_after_seconds: integer(1, 86_400),
  },
  ['url'],
);

export const blockersSchema = object<{ blockers: BlockerOptions[] }>(
  {
    blockers: list(
      object<BlockerOptions>(
        { code: text(64), message: text(300), until: { type: 'string', format: 'instant' } },
        ['code'],
      ),
      20,
    ),
  },
  ['blockers'],
);
/** The values that the sandbox reacts to. */
export const conditionsSchema: Schema<StoreConditions> = {
  ...object<StoreConditions>({
    lifecycle: oneOf('active', 'paused', 'inactive'),
    level: oneOf('normal', 'busy', 'full'),
    extra_wait_minutes: integer(0, 1_440),
  }),
  minProperties: 1,
};
export const partnersSchema = object<{ blocked: string[] }>({ blocked: list(text(64), 1_000) }, [
  'blocked',
]);

/** A fault of an operation, as requested: by code or by status. */
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
const pointer: Schema = { ...text(200), pattern: '^/' };
const times = integer(1, 1_000_000);

/** Faults of operations and events of the contracts. */
export const faultsSchema = (contracts: Contracts) => {
  const all = [...contracts.values()];
  const operations = all.flatMap((contract) => contract.operations.map(({ id }) => id));
  const events = all.flatMap(({ webhooks }) => webhooks.map(({ name }) => name));
  const operationFault = object<OperationFaultRequest>(
    {
      operation: oneOf(...operations, '*'),
      code: text(64),
      status: integer(400, 599),
      latency_ms: latency,
      drop: boolean,
      partner: text(64),
      id: text(64),
      body: object({ pointer, equals: {} }, ['pointer', 'equals']),
      times,
    },
    ['operation'],
  );
  const eventFault = object<EventFault>(
    { event: oneOf(...events, '*'), fault: oneOf(...webhookFaults), subject: text(64), times },
    ['event', 'fault'],
  );
  return object<{ operations?: OperationFaultRequest[]; events?: EventFault[] }>({
    operations: list(operationFault, 100),
    events: list(eventFault, 100),
  });
};

const limit = integer(1, 1_000);
const interfaceName = oneOf('lastmile', 'marketplace');

export const deliveryFilterSchema = object<DeliveryFilter>({
  interface: interfaceName,
  type: text(64),
  subject: text(64),
  state: oneOf(...deliveryStates),
  limit,
});
export const requestFilterSchema = object<RequestFilter>({
  interface: interfaceName,
  operation: text(64),
  status: integer(0, 599),
  limit,
});
export const snapshotSchema = object<{ limit?: number }>({ limit });
