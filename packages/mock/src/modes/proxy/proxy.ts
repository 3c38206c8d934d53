import { RequestLog, toRecord } from '@delivery-api/sandbox/kernel/request-log.ts';
import type { Json } from '@delivery-api/specs/contract';
import type { LoadedContract } from '../../contract/built-contract.ts';
import { pathHint } from '../../contract/not-found-hint.ts';
import type { Route } from '../../control/control-api.ts';
import { readForm } from '../../control/form.ts';
import { withQuery } from '../../control/query.ts';
import { requestFilterForm } from '../../control/schemas.ts';
import type { ServedInterface } from '../../http/serve-interface.ts';
import type { Exchange, InterfaceName, ProxyReport, RequestRecord } from '../../public.ts';
import { Recorder } from './recorder.ts';
import { serveProxied } from './serve-proxied.ts';

/** A proxy without its port: what it serves, and what it has seen. */
export class JudgingProxy {
  readonly served = new Map<InterfaceName, ServedInterface>();
  readonly #log = new RequestLog();
  readonly #recorder: Recorder;
  readonly #stopped = new AbortController();

  /** @param upstreams base addresses, as `checkUpstreams` gives them */
  constructor(
    contracts: ReadonlyMap<InterfaceName, LoadedContract>,
    upstreams: ReadonlyMap<InterfaceName, string>,
    timeoutSeconds: number,
  ) {
    const behind = [...contracts].map(([name, loaded]) => ({
      name,
      loaded,
      upstream: upstreams.get(name) ?? '',
    }));
    this.#recorder = new Recorder(
      behind.map(({ loaded: { contract }, upstream }) => ({ contract, upstream })),
    );
    for (const { name, loaded, upstream } of behind) {
      const hint = (path: string): string => pathHint(name, path, this.served);
      const parts = {
        upstream,
        timeoutSeconds,
        recorder: this.#recorder,
        stopped: this.#stopped.signal,
        hint,
      };
      this.served.set(name, serveProxied(loaded, parts));
    }
  }

  /** What it tells under `/_sandbox`. */
  routes(): Route[] {
    return [
      {
        method: 'GET',
        path: '/_sandbox/requests',
        does: 'what passed, and what the contract found wrong with it, newest first',
        answer: ({ query }) => ({
          body: withQuery(query, (values) => this.requests(values)) as unknown as Json,
        }),
      },
      {
        method: 'GET',
        path: '/_sandbox/report',
        does: 'everything so far, added up',
        answer: () => ({ body: this.report() as unknown as Json }),
      },
    ];
  }

  note(exchange: Exchange): void {
    this.#log.add(toRecord(exchange));
  }

  /** @throws {ProblemError} `validation_failed` where the filter makes no sense */
  requests(filter: unknown = {}): RequestRecord[] {
    return this.#log.list(readForm(requestFilterForm, filter));
  }

  report(): ProxyReport {
    return this.#recorder.report();
  }

  /** Cuts off what is under way. */
  stop(): void {
    this.#stopped.abort();
  }
}
