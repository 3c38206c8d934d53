import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';

/**
 * What a page cannot say about itself in a `<meta>`; everything else of the policy stands in the
 * pages.
 */
const headers: Record<string, string> = {
  'Content-Security-Policy': "frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

const hashed = /\.[0-9a-f]{10}\.\w+$/;

/**
 * Names with a hash never change their content. Everything else is asked for again each time:
 * neither its length nor its date tells a new build from an old one.
 */
const caching = (path: string): string =>
  hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-store';

/**
 * Where a relative link would break: a folder without its slash, and a page with one. `undefined`
 * when the address is fine.
 */
function betterAddress(folder: string, path: string): string | undefined {
  if (path.includes('..') || path.includes('//') || path.includes('\\')) return undefined;
  if (path.endsWith('/'))
    return path !== '/' && existsSync(join(folder, `${path.slice(0, -1)}.html`))
      ? path.slice(0, -1)
      : undefined;
  return existsSync(join(folder, path, 'index.html')) ? `${path}/` : undefined;
}

function notFound(folder: string, response: ServerResponse): void {
  const file = join(folder, '404.html');
  response.writeHead(404, {
    ...headers,
    'Cache-Control': 'no-store',
    'Content-Type': 'text/html; charset=utf-8',
  });
  // The page is written for the top of the site, but may be answered at any depth below it.
  response.end(
    existsSync(file)
      ? readFileSync(file, 'utf8').replaceAll(/((?:href|src)=")(?=[^"#:]*")(?:\.\/)?/g, '$1/')
      : 'Not found\n',
  );
}

/**
 * A server for the built site: pages without their `.html`, security headers, nothing kept that may
 * change.
 *
 * @param folder the built site
 */
export function siteServer(folder: string): Server {
  const files = sirv(folder, {
    dev: true,
    etag: false,
    extensions: ['html'],
    setHeaders: (response, path) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.setHeader('Cache-Control', caching(path));
    },
  });
  return createServer((request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...headers, Allow: 'GET, HEAD' }).end();
      return;
    }
    const [path = '/', query] = (request.url ?? '/').split('?', 2);
    const better = betterAddress(folder, path);
    if (better !== undefined) {
      response
        .writeHead(301, {
          ...headers,
          'Cache-Control': 'no-store',
          Location: query === undefined ? better : `${better}?${query}`,
        })
        .end();
      return;
    }
    files(request, response, () => notFound(folder, response));
  });
}
