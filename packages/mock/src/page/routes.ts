import type { Contract, Json } from '@delivery-api/specs/contract';
import type { Asked, Route } from '../control/control-api.ts';
import { discardRest } from '../http/discard-rest.ts';
import type { InterfaceName, Mode } from '../public.ts';
import { version } from '../version.ts';
import { html, icon, script, style } from './assets.ts';
import type { PageAbout, PageState } from './wire.ts';

export interface PageParts {
  mode: Mode;
  contracts: ReadonlyMap<InterfaceName, Contract>;
  /** Whether `GET /_sandbox/events` tells changes as they happen. */
  streams: boolean;
  state: () => PageState;
}

const below = '/_sandbox/page';

/**
 * Whether a request only feeds the page: so many come while one looks on that they would drown the
 * log.
 */
export const feedsPage = (path: string): boolean =>
  path.startsWith(`${below}.`) || path.startsWith(`${below}/`);

/**
 * Adds the page to the routes of a mode: at `/` for those who ask for HTML, with what it needs
 * below `/_sandbox/page`.
 */
export function withPage(
  routes: readonly Route[],
  { mode, contracts, streams, state }: PageParts,
): Route[] {
  const own: [path: string, answer: Route['answer']][] = [
    [`${below}.js`, file('text/javascript', script)],
    [`${below}.css`, file('text/css', style)],
    [`${below}.svg`, file('image/svg+xml', icon)],
    [`${below}/about`, () => ({ body: aboutPage(mode, contracts, streams) as unknown as Json })],
    [`${below}/state`, () => ({ body: state() as unknown as Json })],
  ];
  const page = file('text/html', html);
  return [
    ...routes.map((route): Route => {
      if (route.path !== '/') return route;
      return {
        ...route,
        answer: (asked) =>
          wantsHtml(asked.message.headers.accept) ? page(asked) : route.answer(asked),
      };
    }),
    ...own.map(([path, answer]): Route => ({ method: 'GET', path, does: 'the page', answer })),
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

/** Nothing from elsewhere, nothing inline, and no markup made of strings. */
const policy = [
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

const file = (type: string, text: string) => {
  const bytes = Buffer.from(text);
  return ({ message, response }: Asked): 'taken' => {
    response.writeHead(200, {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Length': bytes.length,
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      Vary: 'Accept',
    });
    response.end(bytes);
    discardRest(message);
    return 'taken';
  };
};

/** Whether `Accept` (RFC 9110, section 12.5.1) names HTML; a program's wildcard gets the JSON. */
const wantsHtml = (accept = ''): boolean =>
  accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === 'text/html' && !parameters.some((one) => /^q=0(\.0*)?$/.test(one));
  });
