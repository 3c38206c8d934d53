import type { Contract, Json } from '@delivery-api/specs/contract';
import type { InterfaceName, Mode } from '../api/types.ts';
import { version } from '../api/version.ts';
import { discardBody } from '../http/discard-body.ts';
import type { LocalRequest, LocalRoute } from '../http/local-routes.ts';
import { html, icon, script, style } from './assets.ts';
import type { PageAbout, PageState } from './wire.ts';

export interface PageOptions {
  mode: Mode;
  contracts: ReadonlyMap<InterfaceName, Contract>;
  /** Whether `GET /_sandbox/events` streams changes. */
  streams: boolean;
  state: (request: LocalRequest) => PageState | Promise<PageState>;
}

const prefix = '/_sandbox/page';

/**
 * Returns whether a request loads the script, the style, the icon or the data of the page. These
 * requests are too frequent for the log.
 */
export const isPageRequest = (path: string): boolean =>
  path.startsWith(`${prefix}.`) || path.startsWith(`${prefix}/`);

/** Adds the page to the routes of a mode: at `/` for clients that accept HTML. */
export function withPage(
  routes: readonly LocalRoute[],
  { mode, contracts, streams, state }: PageOptions,
): LocalRoute[] {
  const own: [path: string, handle: LocalRoute['handle']][] = [
    [`${prefix}.js`, sendFile('text/javascript', script)],
    [`${prefix}.css`, sendFile('text/css', style)],
    [`${prefix}.svg`, sendFile('image/svg+xml', icon)],
    [`${prefix}/about`, () => ({ body: aboutPage(mode, contracts, streams) as unknown as Json })],
    [`${prefix}/state`, async (request) => ({ body: (await state(request)) as unknown as Json })],
  ];
  const page = sendFile('text/html', html);
  return [
    ...routes.map((route): LocalRoute => {
      if (route.path !== '/') return route;
      return {
        ...route,
        handle: (request) =>
          wantsHtml(request.message.headers.accept) ? page(request) : route.handle(request),
      };
    }),
    ...own.map(
      ([path, handle]): LocalRoute => ({
        method: 'GET',
        path,
        description: 'Get a part of the page.',
        ...(path === `${prefix}/state` && streams && { workspace: 'query' }),
        handle,
      }),
    ),
  ];
}

function aboutPage(
  mode: Mode,
  contracts: ReadonlyMap<InterfaceName, Contract>,
  streams: boolean,
): PageAbout {
  return {
    mode,
    version,
    streams,
    interfaces: [...contracts.keys()],
    machines: [...contracts].flatMap(([of, { machines }]) =>
      machines.map(({ states, transitions }) => ({
        of,
        states: [...states].map(([name, { phase, terminal }]) => ({ name, phase, terminal })),
        transitions: transitions.map(({ from, to, by }) => ({ from, to, by })),
      })),
    ),
    orderScenarios: (contracts.get('marketplace')?.scenarios ?? []).map(({ name, summary }) => ({
      name,
      summary,
    })),
  };
}

/** Blocks external and inline resources, and markup from strings. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const sendFile = (type: string, text: string) => {
  const bytes = Buffer.from(text);
  return ({ message, response }: LocalRequest): 'sent' => {
    response.writeHead(200, {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Length': bytes.length,
      'Content-Security-Policy': contentSecurityPolicy,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      Vary: 'Accept',
    });
    response.end(bytes);
    discardBody(message);
    return 'sent';
  };
};

/**
 * Returns whether `Accept` (RFC 9110, section 12.5.1) contains `text/html`, not only a wildcard.
 */
const wantsHtml = (accept = ''): boolean =>
  accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === 'text/html' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
