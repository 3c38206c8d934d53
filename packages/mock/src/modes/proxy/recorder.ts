import type { Contract } from '@delivery-api/specs/contract';
import type { InterfaceName, ProxyReport, ReportedFinding } from '../../api/types.ts';
import type { Finding } from './finding.ts';

/** A forwarded request, with the findings in it and in its response. */
export interface ProxiedExchange {
  interface: InterfaceName;
  /** `undefined` if the request does not match an operation. */
  operation: string | undefined;
  /** 0 if there was no response. */
  status: number;
  method: string;
  /** Relative to the base URL, without the query. */
  path: string;
  requestId: string;
  findings: readonly Finding[];
}

/** Maximum number of distinct findings in a report; further findings are only counted. */
const maxFindings = 10_000;

/** Aggregates forwarded requests into a report. Equal findings are listed once, with a count. */
export class Recorder {
  readonly #from = new Date().toISOString();
  readonly #served: readonly { contract: Contract; upstream: string }[];
  readonly #statuses = new Map<string, Map<number, number>>();
  readonly #findings = new Map<string, ReportedFinding>();
  readonly #counts = {
    requests: 0,
    outside: 0,
    request_errors: 0,
    response_errors: 0,
    warnings: 0,
  };
  #isTruncated = false;

  constructor(served: readonly { contract: Contract; upstream: string }[]) {
    this.#served = served;
  }

  add({
    interface: name,
    operation,
    status,
    method,
    path,
    requestId,
    findings,
  }: ProxiedExchange): void {
    this.#counts.requests += 1;
    if (operation === undefined) this.#counts.outside += 1;
    else {
      const key = `${name} ${operation}`;
      const statuses = this.#statuses.get(key) ?? new Map<number, number>();
      this.#statuses.set(key, statuses.set(status, (statuses.get(status) ?? 0) + 1));
    }
    for (const finding of findings) {
      if (finding.severity === 'warning') this.#counts.warnings += 1;
      else this.#counts[finding.in === 'request' ? 'request_errors' : 'response_errors'] += 1;
      const key = JSON.stringify([name, operation, status, finding]);
      const listed = this.#findings.get(key);
      if (listed !== undefined) listed.count += 1;
      else if (this.#findings.size >= maxFindings) this.#isTruncated = true;
      else
        this.#findings.set(key, {
          ...finding,
          interface: name,
          ...(operation !== undefined && { operation }),
          status,
          count: 1,
          first: { request_id: requestId, method, path },
        });
    }
  }

  /** Returns the report so far. */
  report(): ProxyReport {
    const operations = this.#served.flatMap(({ contract }) =>
      contract.operations.map(({ id, responses }) => {
        const seen = this.#statuses.get(`${contract.name} ${id}`) ?? new Map<number, number>();
        const documented = responses.map(({ status }) => status);
        return {
          interface: contract.name,
          operation: id,
          requests: [...seen.values()].reduce((sum, count) => sum + count, 0),
          statuses: [...seen]
            .sort(([a], [b]) => a - b)
            .map(([status, count]) => ({ status, count, documented: documented.includes(status) })),
          never_seen: documented.filter((status) => !seen.has(status)),
        };
      }),
    );
    return {
      from: this.#from,
      to: new Date().toISOString(),
      interfaces: this.#served.map(({ contract, upstream }) => ({
        name: contract.name,
        version: contract.version,
        upstream,
      })),
      counts: { ...this.#counts },
      operations,
      never_called: operations
        .filter(({ requests }) => requests === 0)
        .map(({ operation }) => operation),
      findings: [...this.#findings.values()].map((finding) => ({
        ...finding,
        first: { ...finding.first },
      })),
      ...(this.#isTruncated && { findings_truncated: true as const }),
    };
  }
}
