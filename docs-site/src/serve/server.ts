import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { rootedLinks } from '../rooted-links.ts';

/** Security headers. The pages contain the rest of the content security policy in `<meta>`. */
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
 * Returns the `Cache-Control` header of a file. Files with a hash in their name are cached for a
 * year. Clients request other files each time. These files have no ETag, because their length and
 * date do not identify a build. `no-store` would also prevent browsers from restoring a page and
 * its position after Back.
 */
const cacheControl = (path: string): string =>
  hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';

/**
 * Returns the redirect target of a URL that would break relative links: a folder without a
 * trailing slash, or a page with one. `undefined` for other URLs.
 */
function redirectTarget(folder: string, path: string): string | undefined {
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
    'Cache-Control': 'no-cache',
    'Content-Type': 'text/html; charset=utf-8',
  });
  // The links of the page are relative to the root of the site, but its URL can be in any folder.
  response.end(existsSync(file) ? rootedLinks(readFileSync(file, 'utf8'), '/') : 'Not found\n');
}

/**
 * Returns a server for a built site. The server accepts page URLs without `.html`, and sends the
 * compressed versions of files and security headers.
 *
 * @param folder the built site
 */
export function siteServer(folder: string): Server {
  const files = sirv(folder, {
    dev: true,
    etag: false,
    brotli: true,
    gzip: true,
    extensions: ['html'],
    setHeaders: (response, path) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.setHeader('Cache-Control', cacheControl(path));
    },
  });
  return createServer((request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...headers, Allow: 'GET, HEAD' }).end();
      return;
    }
    const [path = '/', query] = (request.url ?? '/').split('?', 2);
    const better = redirectTarget(folder, path);
    if (better !== undefined) {
      response
        .writeHead(301, {
          ...headers,
          'Cache-Control': 'no-cache',
          Location: query === undefined ? better : `${better}?${query}`,
        })
        .end();
      return;
    }
    files(request, response, () => notFound(folder, response));
  });
}
