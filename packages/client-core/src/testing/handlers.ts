import type { PlatformResponse } from '../http/platform.js';

/** The part of MSW's `http` that the handlers use. Every MSW version that exports `http` has it. */
export interface MockHttp<Handler> {
  get(path: string, resolver: () => PlatformResponse): Handler;
  post(path: string, resolver: () => PlatformResponse): Handler;
}

/** Example responses by operation, status and example name. */
export type FixturesOf<Operation extends string> = {
  readonly [Id in Operation]: { readonly responses: { readonly [status: number]: object } };
};

/** Method and path of an operation, and its response headers by status. */
export interface Route {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly headers: { readonly [status: number]: { readonly [name: string]: string } };
}

/** Functions by operation. Each returns a handler that responds with one example. */
export type Handlers<Fixtures extends FixturesOf<keyof Fixtures & string>, Handler> = {
  readonly [Id in keyof Fixtures]: <Status extends keyof Fixtures[Id]['responses']>(
    /** A documented status. Default: the success status. */
    status?: Status,
    /** Name of an example of this status. Default: the first one. */
    example?: keyof Fixtures[Id]['responses'][Status],
  ) => Handler;
} & {
  /** Returns one handler for each operation. The handlers respond with the success status. */
  all(): Handler[];
};

/**
 * Creates MSW handlers from the examples of the contract, with their status, headers and media
 * type.
 *
 * @param http the `http` export of `msw`
 * @param baseUrl base URL of the client under test
 * @throws {TypeError} from a handler function, if the contract does not document the status or the
 * example
 */
export function handlersFor<Fixtures extends FixturesOf<keyof Fixtures & string>, Handler>(
  http: MockHttp<Handler>,
  baseUrl: string,
  fixtures: Fixtures,
  routes: { readonly [Id in keyof Fixtures]: Route },
): Handlers<Fixtures, Handler> {
  const base = baseUrl.replace(/\/+$/, '');
  const createHandler = (id: string, status?: number, example?: string): Handler => {
    const { method, path, headers } = (routes as Record<string, Route>)[id] as Route;
    const { responses } = (fixtures as FixturesOf<string>)[id] as FixturesOf<string>[string];
    const selectedStatus = status ?? Math.min(...Object.keys(responses).map(Number));
    const examples = (responses[selectedStatus] ??
      fail(`${id} does not document the status ${selectedStatus}`)) as Record<
      string,
      { code?: string; request_id?: string }
    >;
    const name = example ?? Object.keys(examples)[0];
    const body =
      name === undefined
        ? undefined
        : (examples[name] ??
          fail(`${id} does not have the example ${name} for the status ${selectedStatus}`));
    return http[method](base + path.replace(/\{(\w+)\}/g, ':$1'), () =>
      exampleResponse(selectedStatus, headers[selectedStatus] ?? {}, body),
    );
  };
  const ids = Object.keys(routes);
  return {
    ...Object.fromEntries(
      ids.map((id) => [
        id,
        (status?: number, example?: string) => createHandler(id, status, example),
      ]),
    ),
    all: () => ids.map((id) => createHandler(id)),
  } as unknown as Handlers<Fixtures, Handler>;
}

function exampleResponse(
  status: number,
  documentedHeaders: { readonly [name: string]: string },
  body: { retryable?: boolean; request_id?: string } | undefined,
): PlatformResponse {
  const headers = new Headers(documentedHeaders);
  if (body === undefined) return new Response(null, { status, headers });
  if (status >= 400) {
    if (body.request_id) headers.set('request-id', body.request_id);
    if (!body.retryable) headers.delete('retry-after');
  }
  headers.set('content-type', status >= 400 ? 'application/problem+json' : 'application/json');
  return new Response(JSON.stringify(body), { status, headers });
}

function fail(message: string): never {
  throw new TypeError(`${message}. See the fixtures for the documented responses.`);
}
