import type { InterfaceName, Operation } from '@delivery-api/specs/contract';
import type { Command } from './kernel/command.ts';
import { DropConnection } from './kernel/drop-connection.ts';
import { type OperationFaultList, refusalOf } from './kernel/fault-injection.ts';
import type { IdempotencyKeys } from './kernel/idempotency-keys.ts';
import type { InterfaceBehavior, SandboxResponse } from './kernel/interface-behavior.ts';
import type { ModeBehaviour } from './kernel/mode.ts';
import { ProblemError } from './kernel/problem-error.ts';
import type { RateLimits } from './kernel/rate-limits.ts';
import { isForeign, judgeToken } from './kernel/tokens.ts';

/**
 * What a key brings back: the first answer, its body as text so that nothing can change it; or the
 * first refusal.
 */
export type KeptAnswer =
  | { status: number; headers: Record<string, string>; body: string }
  | { refusal: ProblemError };

export interface SandboxModeParts {
  world: InterfaceBehavior;
  keys: IdempotencyKeys<KeptAnswer>;
  faults: OperationFaultList;
  /** `undefined` where rates are not enforced. */
  rates: RateLimits | undefined;
  /** Real time. */
  sleep: (milliseconds: number) => Promise<void>;
}

/**
 * The mode that remembers: what Prism has found valid is answered from state, in the order of
 * judgement that the contract fixes.
 */
export function sandboxMode({
  world,
  keys,
  faults,
  rates,
  sleep,
}: SandboxModeParts): ModeBehaviour {
  return {
    checksAnswers: true,
    judgesEntities: true,
    authorize({ contract, operation, token, parameters }) {
      judgeToken(contract.name as InterfaceName, operation, token);
      const tenant = parameters.get('partner_name') ?? (isForeign(token) ? 'other' : 'own');
      return rates?.take(tenant, operation) ?? {};
    },
    async answer(call) {
      // An explicit preference is a wish for an example, in every mode.
      if (call.choice !== undefined) return undefined;
      const fault = faults.next(call.operation.id);
      if (fault?.latency_ms !== undefined) await sleep(fault.latency_ms);
      if (fault?.code !== undefined) throw refusalOf(call.contract, call.operation, fault.code);
      const answer = keyed(call, world, keys);
      if (fault?.drop || answer.dropConnection) throw new DropConnection();
      return answer;
    },
  };
}

function keyed(
  call: Command,
  world: InterfaceBehavior,
  keys: IdempotencyKeys<KeptAnswer>,
): SandboxResponse {
  const key = call.headers['idempotency-key'];
  if (typeof key !== 'string' || call.operation.idempotency === 'none') return world.answer(call);
  const scope = scopeOf(call.operation, world.tenantOf(call), call);
  const first = keys.take(scope, key, call.body);
  if (first !== undefined) return repeat(first);
  try {
    const answer = world.answer(call);
    keys.keep(scope, key, {
      status: answer.status,
      headers: answer.headers ?? {},
      body: JSON.stringify(answer.body),
    });
    return answer;
  } catch (error) {
    if (error instanceof ProblemError && isLasting(call, error))
      keys.keep(scope, key, { refusal: error });
    else keys.release(scope, key);
    throw error;
  }
}

// The path's ids are part of the intention: the same key on two orders is two intentions of one
// body.
const scopeOf = (operation: Operation, tenant: string, { parameters }: Command): string =>
  [
    tenant,
    operation.id,
    ...[...parameters].filter(([name]) => name !== 'partner_name').map(([, value]) => value),
  ].join(' ');

const replayed = { 'Idempotency-Replayed': 'true' };

function repeat(first: KeptAnswer): SandboxResponse {
  if ('refusal' in first) {
    const { code, message, members, headers, errors } = first.refusal;
    throw new ProblemError(code, message, {
      members,
      errors: [...errors],
      headers: { ...headers, ...replayed },
    });
  }
  return {
    status: first.status,
    body: JSON.parse(first.body),
    headers: { ...first.headers, ...replayed },
  };
}

/**
 * Whether a refusal is an answer that repeats: business refusals are (409 and 422), but not those
 * about the form or the key itself.
 */
function isLasting({ contract }: Command, { code }: ProblemError): boolean {
  const status = contract.problems.get(code)?.status ?? 500;
  return (
    (status === 409 || status === 422) &&
    code !== 'validation_failed' &&
    !code.startsWith('idempotency_')
  );
}
