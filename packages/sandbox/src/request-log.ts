import type { Collection } from './kernel/collection.ts';
import { Store, type StoredValue } from './kernel/store.ts';
import type { Exchange, RequestFilter, RequestRecord } from './types.ts';

const limit = 1_000;

/**
 * Returns whether a collection or value in the store is part of the request log or of the generator
 * of request IDs.
 */
export const isRequestLog = (name: string): boolean =>
  name === 'requests' || name.startsWith('requests.');

interface LoggedRequest {
  readonly id: string;
  readonly request: RequestRecord;
}

/** The last 1,000 requests. */
export class RequestLog {
  readonly #requests: Collection<LoggedRequest>;
  readonly #count: StoredValue<number>;

  constructor(store = new Store()) {
    this.#requests = store.collection('requests', { bound: { limit, group: () => 'all' } });
    this.#count = store.value('requests.count', 0);
  }

  add(request: RequestRecord): void {
    const number = this.#count.get() + 1;
    this.#count.set(number);
    this.#requests.put({ id: String(number), request });
  }

  /** Returns the requests that match the filter, newest first. Default limit: 100. */
  list({ interface: name, operation, status, limit: most = 100 }: RequestFilter): RequestRecord[] {
    return this.#requests
      .newest(
        most,
        ({ request }) =>
          (name === undefined || request.interface === name) &&
          (operation === undefined || request.operation === operation) &&
          (status === undefined || request.status === status),
      )
      .map(({ request }) => request);
  }
}

/** Converts an exchange to the record that the control API returns. */
export const toRecord = (exchange: Exchange): RequestRecord => ({
  request_id: exchange.requestId,
  at: exchange.at,
  method: exchange.method,
  path: exchange.path,
  ...(exchange.interface !== undefined && { interface: exchange.interface }),
  ...(exchange.operation !== undefined && { operation: exchange.operation }),
  status: exchange.status,
  milliseconds: Math.round(exchange.milliseconds * 10) / 10,
  ...(exchange.client !== undefined && { client: exchange.client }),
  ...(exchange.attempt !== undefined && { attempt: exchange.attempt }),
  ...(exchange.code !== undefined && { code: exchange.code }),
  findings: [...exchange.findings],
  response_findings: [...exchange.responseFindings],
});
