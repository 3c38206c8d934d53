import type { OperationFault } from '@delivery-api/sandbox/kernel/fault-injection.ts';
import { nearest } from '@delivery-api/sandbox/kernel/nearest.ts';
import { deliveryStates, webhookFaults } from '@delivery-api/sandbox/webhooks/delivery.ts';
import type { EventFault } from '@delivery-api/sandbox/webhooks/event-faults.ts';
import { hostOf, isLinkLocal } from '@delivery-api/sandbox/webhooks/link-local.ts';
import { isSecret } from '@delivery-api/sandbox/webhooks/sign.ts';
import type { Contract, Operation } from '@delivery-api/specs/contract';
import type { InterfaceName } from '../public.ts';
import {
  anyObject,
  flag,
  judged,
  list,
  number,
  object,
  oneOf,
  orNull,
  type Reader,
  text,
  whole,
} from './form.ts';

type Contracts = ReadonlyMap<InterfaceName, Contract>;

const yearInSeconds = 366 * 24 * 3600;
const dayInMilliseconds = 24 * 3600 * 1000;

const pace = { speed: number(0.01, 100_000), frozen: flag };
export const speedForm = object(pace);
export const clockForm = object({ ...pace, advance_seconds: number(0, yearInSeconds) });
export const advanceForm = object({ to: text(64) });
export const resetForm = object({
  seed: text(),
  data: object({ lastmile: anyObject, marketplace: anyObject }),
});

/** What an order is to be like: its scenario is one of the contract's. */
export const orderForm = ({ scenarios }: Contract) =>
  object({
    store_id: text(64),
    scenario: oneOf(...scenarios.map(({ name }) => name)),
    order: anyObject,
  });

const url = judged(text(2_000), (value) => {
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  if (parsed === undefined)
    return {
      code: 'format',
      message: 'must be an absolute URL, such as http://127.0.0.1:3000/hooks',
    };
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')
    return { code: 'format', message: 'must be an http or https URL' };
  if (parsed.username !== '' || parsed.password !== '')
    return { code: 'format', message: 'must carry no user name or password' };
  return isLinkLocal(hostOf(value))
    ? { code: 'format', message: 'must not be a link-local address' }
    : undefined;
});
const secret = judged(text(), (value) =>
  isSecret(value)
    ? undefined
    : { code: 'format', message: 'must be whsec_ and the base64 of 24 to 64 bytes' },
);
export const targetForm = object({ url, secrets: list(secret, 5) }, ['url']);

/** Targets for the interfaces that are served. */
export const webhooksForm = (contracts: Contracts) =>
  object(
    Object.fromEntries([...contracts.keys()].map((name) => [name, orNull(targetForm)])) as Record<
      InterfaceName,
      ReturnType<typeof orNull<Target>>
    >,
  );
type Target = NonNullable<ReturnType<typeof targetForm>>;

const times = whole(1, 1_000_000);

/** Faults of operations and events that the contracts know. */
export const faultsForm = (contracts: Contracts) =>
  object({
    operations: list(operationFault(contracts), 100),
    events: list(eventFault(contracts), 100),
  });

const operationFault = (contracts: Contracts): Reader<OperationFault> => {
  const operations = [...contracts.values()].flatMap((contract) => contract.operations);
  const fields = object(
    {
      operation: oneOf(...operations.map(({ id }) => id), '*'),
      code: text(64),
      status: whole(400, 599),
      latency_ms: whole(1, dayInMilliseconds),
      drop: flag,
      times,
    },
    ['operation'],
  );
  return (value, place, tell) => {
    const read = fields(value, place, tell);
    if (read?.operation === undefined) return undefined;
    const { operation, code, status, ...rest } = read;
    if ((code ?? status ?? rest.latency_ms) === undefined && rest.drop !== true)
      return void tell(
        place,
        'required',
        'must say what goes wrong: code, status, latency_ms or drop',
      );
    if (code !== undefined && status !== undefined)
      return void tell(`${place}/status`, 'conflict', 'must not stand beside code');
    if ((code ?? status) === undefined) return { operation, ...rest };
    if (rest.drop === true)
      return void tell(
        `${place}/drop`,
        'conflict',
        `must not stand beside ${code === undefined ? 'status' : 'code'}`,
      );
    const codes = codesOf(operations.filter(({ id }) => id === operation || operation === '*'));
    const found = codes.find((one) => one.code === code || one.status === status);
    if (found !== undefined) return { operation, code: found.code, ...rest };
    const where = operation === '*' ? 'every operation' : operation;
    if (code === undefined)
      tell(
        `${place}/status`,
        'not_documented',
        `is not documented for ${where}; ${[...new Set(codes.map((one) => one.status))].join(', ')} are`,
      );
    else
      tell(
        `${place}/code`,
        'not_documented',
        `is not documented for ${where}; ${hint(
          code,
          codes.map((one) => one.code),
        )}`,
      );
  };
};

/** The codes that all of the operations can answer, each with its status. */
function codesOf(operations: readonly Operation[]): { code: string; status: number }[] {
  const all = operations.map(({ responses }) =>
    responses.flatMap(({ status, codes }) => codes.map((code) => ({ code, status }))),
  );
  return (all[0] ?? []).filter(({ code }) =>
    all.every((codes) => codes.some((one) => one.code === code)),
  );
}

function hint(word: string, known: readonly string[]): string {
  const guess = nearest(word, known);
  return guess === undefined ? `${known.join(', ')} are` : `did you mean '${guess}'?`;
}

const eventFault = (contracts: Contracts): Reader<EventFault> =>
  object(
    {
      event: oneOf(
        ...[...contracts.values()].flatMap(({ webhooks }) => webhooks.map(({ name }) => name)),
        '*',
      ),
      fault: oneOf(...webhookFaults),
      times,
    },
    ['event', 'fault'],
  );

const limit = whole(1, 1_000);
const served = oneOf<InterfaceName>('lastmile', 'marketplace');
export const deliveryFilterForm = object({
  interface: served,
  type: text(64),
  subject: text(64),
  state: oneOf(...deliveryStates),
  limit,
});
export const requestFilterForm = object({
  interface: served,
  operation: text(64),
  status: whole(0, 599),
  limit,
});
export const snapshotForm = object({ limit });
