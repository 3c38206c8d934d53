import { RequestLog, toRecord } from '@delivery-api/sandbox';
import type { Json } from '@delivery-api/specs/contract';
import type { Exchange, InterfaceName, ProxyReport, RequestRecord } from '../../api/types.ts';
import type { LoadedContract } from '../../contract/built-contract.ts';
import { interfacePathHint } from '../../contract/not-found-hint.ts';
import type { LocalRoute } from '../../http/local-routes.ts';
import type { ServedInterface } from '../../http/served-interface.ts';
import { requestFilterSchema } from '../../schemas/control.ts';
import { withQuery } from '../../schemas/query.ts';
import { parse } from '../../schemas/validate.ts';
import { Recorder } from './recorder.ts';
import { serveUpstream } from './serve-upstream.ts';

/** The state of `proxy` mode: the served interfaces and the forwarded requests. */
export class ValidatingProxy {
  readonly served = new Map<InterfaceName, ServedInterface>();
  readonly #log = new RequestLog();
  readonly #recorder: Recorder;
  readonly #abort = new AbortController();

  /** @param upstreams base URLs without a trailing slash */
  constructor(
    contracts: ReadonlyMap<InterfaceName, LoadedContract>,
    upstreams: ReadonlyMap<InterfaceName, string>,
    timeoutSeconds: number,
  ) {
    const recorder = new Recorder(
      [...contracts].map(([name, { contract }]) => ({
        contract,
        upstream: upstreams.get(name) ?? '',
      })),
    );
    this.#recorder = recorder;
    for (const [name, loaded] of contracts) {
      const options = {
        upstream: upstreams.get(name) ?? '',
        timeoutSeconds,
        recorder,
        signal: this.#abort.signal,
        hint: (path: string) => interfacePathHint(name, path, this.served),
      };
      this.served.set(name, serveUpstream(loaded, options));
    }
  }

  /** Returns the routes of the proxy under `/_sandbox`. */
  routes(): LocalRoute[] {
    return [
      {
        method: 'GET',
        path: '/_sandbox/requests',
        description: 'List the requests and responses with their findings, newest first.',
        handle: ({ query }) => ({
          body: withQuery(query, (values) => this.requests(values)) as unknown as Json,
        }),
      },
      {
        method: 'GET',
        path: '/_sandbox/report',
        description: 'Get the validation report.',
        handle: () => ({ body: this.report() as unknown as Json }),
      },
    ];
  }

  record(exchange: Exchange): void {
    this.#log.add(toRecord(exchange));
  }

  /**
   * Returns requests to the interfaces, newest first.
   *
   * @throws {ProblemError} `validation_failed` for an invalid filter
   */
  requests(filter?: unknown): RequestRecord[] {
    return this.#log.list(parse(requestFilterSchema, filter));
  }

  report(): ProxyReport {
    return this.#recorder.report();
  }

  /** Aborts the requests in progress. */
  stop(): void {
    this.#abort.abort();
  }
}
