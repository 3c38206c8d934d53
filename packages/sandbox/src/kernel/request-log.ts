import type { Exchange, RequestFilter, RequestRecord } from '../types.ts';

const remembered = 1_000;

/** The last requests, in a ring. */
export class RequestLog {
  readonly #ring: RequestRecord[] = [];
  #next = 0;

  add(record: RequestRecord): void {
    this.#ring[this.#next] = record;
    this.#next = (this.#next + 1) % remembered;
  }

  /** Those that fit, newest first. */
  list({ interface: name, operation, status, limit = 100 }: RequestFilter): RequestRecord[] {
    const found: RequestRecord[] = [];
    for (let back = 1; back <= this.#ring.length && found.length < limit; back++) {
      const record = this.#ring[(this.#next - back + remembered) % remembered] as RequestRecord;
      if (name !== undefined && record.interface !== name) continue;
      if (operation !== undefined && record.operation !== operation) continue;
      if (status !== undefined && record.status !== status) continue;
      found.push(record);
    }
    return found;
  }
}

/** An exchange as the control surface tells it. */
export const toRecord = (exchange: Exchange): RequestRecord => ({
  request_id: exchange.requestId,
  at: exchange.at,
  method: exchange.method,
  path: exchange.path,
  ...(exchange.interface !== undefined && { interface: exchange.interface }),
  ...(exchange.operation !== undefined && { operation: exchange.operation }),
  status: exchange.status,
  milliseconds: Math.round(exchange.milliseconds * 10) / 10,
  ...(exchange.code !== undefined && { code: exchange.code }),
  findings: [...exchange.findings],
  answer_findings: [...exchange.answerFindings],
});
