import {
  type Contract,
  isObject,
  type JsonObject,
  type Operation,
  type Schema,
} from '@delivery-api/specs/contract';
import { type Finding, responseFinding } from './finding.ts';
import type { UpstreamResponse } from './forward.ts';
import { walkBody } from './walk-body.ts';

/** The parts of a request that its response is compared with. */
export interface SentRequest {
  parameters: ReadonlyMap<string, string>;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed body; `undefined` if it is missing or not JSON. */
  body: unknown;
}

const utcTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Finds times that are not in UTC with milliseconds, the format that the contracts require. */
export function timeFindings(contract: Contract, schema: Schema, body: unknown): Finding[] {
  const found: Finding[] = [];
  walkBody(contract, schema, body, (value, pointer, schemas) => {
    const isTime =
      typeof value === 'string' && schemas.some(({ format }) => format === 'date-time');
    if (isTime && !utcTime.test(value) && !Number.isNaN(Date.parse(value))) {
      const message = 'must be in UTC with milliseconds, such as 2026-11-20T18:00:00.000Z';
      found.push(responseFinding(pointer, 'time_not_utc', message));
    }
    return true;
  });
  return found;
}

/** Finds CORS headers, and a 304 response to a request without `If-None-Match`. */
export function headerFindings(
  { status, headers }: UpstreamResponse,
  sent: SentRequest,
): Finding[] {
  const cors = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
  const findings = cors.map((name) =>
    responseFinding(name, 'cors', 'must not be sent: the interface does not serve browsers'),
  );
  if (status === 304 && sent.headers['if-none-match'] === undefined) {
    const message = 'must not be 304: the request has no If-None-Match';
    findings.push(responseFinding('status', 'unexpected_not_modified', message));
  }
  return findings;
}

/** Finds problem members that contradict the error catalog or the headers. */
export function problemMemberFindings(
  { problems }: Contract,
  { headers }: UpstreamResponse,
  { code, retryable, request_id: requestId }: JsonObject,
): Finding[] {
  const findings: Finding[] = [];
  const expected = problems.get(String(code))?.retryable;
  if (typeof retryable === 'boolean' && expected !== undefined && retryable !== expected)
    findings.push(
      responseFinding('/retryable', 'retryable_mismatch', `must be ${expected} for ${code}`),
    );
  const sent = headers['request-id'];
  if (typeof requestId === 'string' && sent !== undefined && requestId !== sent)
    findings.push(
      responseFinding('/request_id', 'request_id_mismatch', 'must equal the Request-Id header'),
    );
  return findings;
}

/** The prefixes for lookups by reference, each with the response member that has the reference. */
const lookups: Readonly<Record<string, string>> = {
  'ref:': 'external_reference',
  'ext:': 'external_id',
};

/**
 * Parameters and members of a request, each with response members. The first of these members that
 * the response contains must have the same value.
 */
const echoedMembers: Readonly<Record<string, readonly string[]>> = {
  id: ['id', 'order_id'],
  booking_id: ['id'],
  store_id: ['store_id'],
  external_reference: ['external_reference'],
};

/** Finds IDs and references that differ from those in the path and body of the request. */
export function identityFindings(
  { parameters, body: sent }: SentRequest,
  body: unknown,
): Finding[] {
  if (!isObject(body)) return [];
  const requested = { ...(isObject(sent) ? sent : {}), ...Object.fromEntries(parameters) };
  const findings = Object.entries(echoedMembers).flatMap(([name, members]) => {
    const value = requested[name];
    if (typeof value !== 'string') return [];
    const reference = lookups[value.slice(0, 4)];
    const expected = reference === undefined ? value : value.slice(4);
    const candidates = reference === undefined ? members : [reference];
    const member = candidates.find((candidate) => typeof body[candidate] === 'string');
    if (member === undefined || body[member] === expected) return [];
    const message = `must equal \`${name}\` in the request`;
    return [responseFinding(`/${member}`, 'identity_mismatch', message)];
  });
  return [...findings, ...storeFindings(requested.store_ids, body.stores)];
}

/** Finds stores in a menu report that are not in the request. */
function storeFindings(requested: unknown, stores: unknown): Finding[] {
  if (!Array.isArray(requested) || !Array.isArray(stores)) return [];
  return stores.flatMap((store: unknown, index) =>
    isObject(store) && requested.includes(store.store_id)
      ? []
      : [
          responseFinding(
            `/stores/${index}/store_id`,
            'identity_mismatch',
            'must be one of the `store_ids` in the request',
          ),
        ],
  );
}

/** Maximum number of resources whose revisions are tracked. */
const maxResources = 10_000;

/** Tracks the highest revision of each resource in the responses so far. */
export class RevisionTracker {
  readonly #highest = new Map<string, { revision: number; seenAt: number }>();

  /**
   * Finds a revision that is lower than in an earlier response. Ignores replayed responses and
   * responses to concurrent requests, which may be older.
   *
   * @param startedAt when the request was sent, in the time of `performance.now()`
   */
  findings(
    operation: Operation,
    { headers }: UpstreamResponse,
    body: unknown,
    startedAt: number,
  ): Finding[] {
    if (!isObject(body) || headers['idempotency-replayed'] !== undefined) return [];
    const { id = body.order_id ?? body.store_id, revision } = body;
    if (typeof id !== 'string' || typeof revision !== 'number') return [];
    const key = `${operation.path.split('/')[1]} ${id}`;
    const known = this.#highest.get(key);
    if (known === undefined || revision > known.revision) {
      this.#highest.delete(key);
      this.#highest.set(key, { revision, seenAt: performance.now() });
      const [oldest] = this.#highest.keys();
      if (this.#highest.size > maxResources && oldest !== undefined) this.#highest.delete(oldest);
      return [];
    }
    if (revision === known.revision || startedAt < known.seenAt) return [];
    const message = `must not decrease; got ${revision} after ${known.revision}`;
    return [responseFinding('/revision', 'revision_decreased', message)];
  }
}
