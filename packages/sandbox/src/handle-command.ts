import type { Contract, InterfaceName, Json, Operation } from '@delivery-api/specs/contract';
import type { Command } from './kernel/command.ts';
import { DropConnection } from './kernel/drop-connection.ts';
import {
  type FaultList,
  injectedProblem,
  latencyOf,
  matchesCommand,
  type OperationFault,
} from './kernel/fault-injection.ts';
import type { IdempotencyKeys } from './kernel/idempotency-keys.ts';
import type { InterfaceBehavior, SandboxResponse } from './kernel/interface-behavior.ts';
import { ProblemError, type ProblemItem } from './kernel/problem-error.ts';
import type { Random } from './kernel/random.ts';
import type { RateLimits } from './kernel/rate-limits.ts';
import type { StoredValue } from './kernel/store.ts';
import { checkPermission, checkToken } from './kernel/tokens.ts';
import { replaceLeapSeconds } from './validation/leap-seconds.ts';
import { member } from './validation/menu-entities.ts';

/**
 * The outcome that an idempotency key replays: a response with its body as a string, or a problem.
 */
export type KeyOutcome =
  | { status: number; headers: Record<string, string>; body: string }
  | { problem: StoredProblem };

interface StoredProblem {
  code: string;
  detail: string;
  members: Record<string, Json>;
  headers: Record<string, string>;
  errors: ProblemItem[];
}

export interface CommandHandlerOptions {
  behavior: InterfaceBehavior;
  keys: IdempotencyKeys<KeyOutcome>;
  faults: FaultList<OperationFault>;
  /** The Lastmile partners that the operator has blocked. */
  blockedPartners: StoredValue<readonly string[]>;
  /** Selects random latencies. */
  random: Random;
  /** `undefined` if rate limits are not enforced. */
  rates: RateLimits | undefined;
  /** Waits in real time. */
  sleep: (milliseconds: number) => Promise<void>;
}

/** A request without its body. */
export interface AuthorizedRequest {
  contract: Contract;
  operation: Operation;
  token: string;
  parameters: ReadonlyMap<string, string | undefined>;
}

/**
 * Handles the requests to one interface. The functions throw a `ProblemError` to reject a request.
 */
export interface CommandHandler {
  /**
   * Checks the token, the partner, the permission and the rate limit before the body is read.
   *
   * @returns the rate limit headers of the response; none if `limitBody` counts the request, or if
   * rate limits are not enforced
   */
  authorize(request: AuthorizedRequest): Record<string, string>;
  /**
   * Checks a rate limit that applies per store if only the body specifies the stores (contract:
   * `submitMenu`).
   *
   * @param body the parsed body, before its validation
   * @returns the rate limit headers of the response; none if `authorize` has counted the request,
   * or if rate limits are not enforced
   */
  limitBody(request: AuthorizedRequest & { body: unknown }): Record<string, string>;
  /**
   * Executes a validated command, or replays the response of its idempotency key.
   *
   * @throws {DropConnection} if a fault or a scenario closes the connection
   */
  handle(command: Command): Promise<SandboxResponse>;
}

/**
 * Creates the handler that executes commands, with checks in the order that the contract defines.
 */
export function createCommandHandler({
  behavior,
  keys,
  faults,
  blockedPartners,
  random,
  rates,
  sleep,
}: CommandHandlerOptions): CommandHandler {
  return {
    authorize({ contract, operation, token, parameters }) {
      checkToken(contract.name as InterfaceName, token);
      rejectBlockedPartner(operation, parameters.get('partner_name'), blockedPartners.get());
      checkPermission(operation, token);
      if (rates === undefined || namesStoresInBody(operation)) return {};
      const stores = [parameters.get('store_id') ?? parameters.get('id') ?? ''];
      return rates.take(operation, { tenant: behavior.tenantOf({ token, parameters }), stores });
    },
    limitBody({ operation, token, parameters, body }) {
      if (rates === undefined || !namesStoresInBody(operation)) return {};
      const type = member(body, 'type');
      return rates.take(operation, {
        tenant: behavior.tenantOf({ token, parameters }),
        stores: storeIdsIn(body),
        ...(typeof type === 'string' && { type }),
      });
    },
    async handle(command) {
      const fault = faults.next((candidate) => matchesCommand(candidate, command));
      const withFaults = async (respond: () => SandboxResponse): Promise<SandboxResponse> => {
        if (fault?.latency_ms !== undefined) await sleep(latencyOf(fault.latency_ms, random));
        if (fault?.code !== undefined)
          throw new InjectedError(injectedProblem(command.contract, command.operation, fault.code));
        return respond();
      };
      const response = await respondOnce(withoutLeapSeconds(command), behavior, keys, withFaults);
      if (fault?.drop || response.dropConnection) throw new DropConnection();
      return response;
    },
  };
}

/**
 * Rejects a request from a blocked partner, if the operation documents `partner_blocked`.
 *
 * @throws {ProblemError} `partner_blocked`
 */
function rejectBlockedPartner(
  { responses }: Operation,
  partner: string | undefined,
  blocked: readonly string[],
): void {
  if (partner === undefined || !blocked.includes(partner)) return;
  if (!responses.some(({ codes }) => codes.includes('partner_blocked'))) return;
  throw new ProblemError(
    'partner_blocked',
    `The operator has blocked the partner ${partner}. Contact the operator; do not retry.`,
    { headers: { 'WWW-Authenticate': 'Bearer' } },
  );
}

/** Returns whether the rate limit applies per store and the path specifies no store. */
const namesStoresInBody = ({ limits, path }: Operation): boolean =>
  limits.rate.per === 'store' && !/\{(?:store_)?id\}/.test(path);

/** Maximum number of store IDs, and maximum length of each (contract: `SubmitMenuRequest`). */
const maxStores = 100;
const maxStoreIdLength = 64;

/**
 * Returns the store IDs in a body that is not validated yet: among the first `maxStores` entries,
 * the strings of at most `maxStoreIdLength` characters.
 */
function storeIdsIn(body: unknown): string[] {
  const ids = member(body, 'store_ids');
  if (!Array.isArray(ids)) return [];
  return ids
    .slice(0, maxStores)
    .filter((id) => typeof id === 'string' && id.length <= maxStoreIdLength);
}

function withoutLeapSeconds(command: Command): Command {
  const { contract, operation, body } = command;
  const schema = operation.request?.schema;
  return schema === undefined
    ? command
    : { ...command, body: replaceLeapSeconds(contract, schema, body) };
}

/** An injected problem. It is never stored as the outcome of a key. */
class InjectedError extends Error {
  readonly problem: ProblemError;

  constructor(problem: ProblemError) {
    super(problem.message);
    this.problem = problem;
  }
}

/**
 * Executes a command, or replays the outcome of its key. Looks up the key before it applies the
 * faults, so that a retry during an injected latency fails with `idempotency_in_progress`.
 *
 * @param withFaults applies the faults, then responds
 */
async function respondOnce(
  command: Command,
  behavior: InterfaceBehavior,
  keys: IdempotencyKeys<KeyOutcome>,
  withFaults: (respond: () => SandboxResponse) => Promise<SandboxResponse>,
): Promise<SandboxResponse> {
  const { operation, parameters, body, idempotencyKey: key } = command;
  const hasKey = key !== undefined && operation.idempotency !== 'none';
  const scope = `${behavior.tenantOf(command)} ${operation.id}`;
  const first = hasKey ? keys.take(scope, key, [[...parameters], body]) : undefined;
  try {
    const response = await withFaults(() =>
      first === undefined ? behavior.respond(command) : replay(first),
    );
    if (!hasKey || first !== undefined) return response;
    const text = JSON.stringify(response.body);
    const { status, headers = {} } = response;
    keys.keep(scope, key, { status, headers, body: text });
    return { ...response, text };
  } catch (error) {
    if (hasKey && first === undefined) {
      if (error instanceof ProblemError && isReplayed(command, error))
        keys.keep(scope, key, { problem: toStored(error) });
      else keys.release(scope, key);
    }
    throw error instanceof InjectedError ? error.problem : error;
  }
}

const replayHeaders = { 'Idempotency-Replayed': 'true' };

const toStored = ({ code, message, members, headers, errors }: ProblemError): StoredProblem => ({
  code,
  detail: message,
  members,
  headers,
  errors: [...errors],
});

function replay(first: KeyOutcome): SandboxResponse {
  if ('problem' in first) {
    const { code, detail, members, headers, errors } = first.problem;
    throw new ProblemError(code, detail, {
      members,
      errors,
      headers: { ...headers, ...replayHeaders },
    });
  }
  return {
    status: first.status,
    body: JSON.parse(first.body),
    text: first.body,
    headers: { ...first.headers, ...replayHeaders },
  };
}

/**
 * Returns whether a problem is replayed: violations of business rules (409, 422), but not invalid
 * input or problems with the key.
 */
function isReplayed({ contract }: Command, { code }: ProblemError): boolean {
  const status = contract.problems.get(code)?.status ?? 500;
  return (
    (status === 409 || status === 422) &&
    code !== 'validation_failed' &&
    !code.startsWith('idempotency_')
  );
}
