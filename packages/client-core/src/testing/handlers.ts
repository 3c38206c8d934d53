import type { PlatformResponse } from '../http/platform.js';

/** What is used of MSW's `http`; pass that in, from whichever version you have. */
export interface MockHttp<Handler> {
  get(path: string, resolver: () => PlatformResponse): Handler;
  post(path: string, resolver: () => PlatformResponse): Handler;
}

/** Examples by operation, status and name. */
export type FixturesOf<Operation extends string> = {
  readonly [Id in Operation]: { readonly answers: { readonly [status: number]: object } };
};

/** Where an operation answers, and the headers of each status. */
export interface Route {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly headers: { readonly [status: number]: { readonly [name: string]: string } };
}

/** A function for each operation, which makes a handler that answers one example. */
export type Handlers<Fixtures extends FixturesOf<keyof Fixtures & string>, Handler> = {
  readonly [Id in keyof Fixtures]: <Status extends keyof Fixtures[Id]['answers']>(
    /** A documented status; that of success where nothing is said. */
    status?: Status,
    /** The name of an example of this status; its first where nothing is said. */
    example?: keyof Fixtures[Id]['answers'][Status],
  ) => Handler;
} & {
  /** A handler for each operation, answering its success. */
  all(): Handler[];
};

/**
 * Handlers for MSW from the contract's examples, with their status, headers and media type.
 *
 * @param http the `http` of `msw`
 * @param baseUrl the base address that the client under test has
 */
export function handlersFor<Fixtures extends FixturesOf<keyof Fixtures & string>, Handler>(
  http: MockHttp<Handler>,
  baseUrl: string,
  fixtures: Fixtures,
  routes: { readonly [Id in keyof Fixtures]: Route },
): Handlers<Fixtures, Handler> {
  const base = baseUrl.replace(/\/$/, '');
  const make = (id: string, status?: number, example?: string): Handler => {
    const { method, path, headers } = (routes as Record<string, Route>)[id] as Route;
    const { answers } = (fixtures as FixturesOf<string>)[id] as FixturesOf<string>[string];
    const chosen = status ?? Math.min(...Object.keys(answers).map(Number));
    const examples = (answers[chosen] ?? fail(`${id} documents no ${chosen}`)) as Record<
      string,
      { code?: string; request_id?: string }
    >;
    const name = example ?? Object.keys(examples)[0];
    const body =
      name === undefined
        ? undefined
        : (examples[name] ?? fail(`${id} has no example ${name} for ${chosen}`));
    return http[method](base + path.replace(/\{(\w+)\}/g, ':$1'), () =>
      answer(chosen, headers[chosen] ?? {}, body),
    );
  };
  const ids = Object.keys(routes);
  return {
    ...Object.fromEntries(
      ids.map((id) => [id, (status?: number, example?: string) => make(id, status, example)]),
    ),
    all: () => ids.map((id) => make(id)),
  } as unknown as Handlers<Fixtures, Handler>;
}

function answer(
  status: number,
  documented: { readonly [name: string]: string },
  body: { retryable?: boolean; request_id?: string } | undefined,
): PlatformResponse {
  const headers = new Headers(documented);
  if (body === undefined) return new Response(null, { status, headers });
  if (status >= 400) {
    if (body.request_id) headers.set('request-id', body.request_id);
    if (!body.retryable) headers.delete('retry-after');
  }
  headers.set('content-type', status >= 400 ? 'application/problem+json' : 'application/json');
  return new Response(JSON.stringify(body), { status, headers });
}

function fail(fault: string): never {
  throw new TypeError(`${fault}. The fixtures list what the contract documents.`);
}
