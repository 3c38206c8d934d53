import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';

/** File contents by relative path. Paths have `/` as the separator on all platforms. */
export type Files = ReadonlyMap<string, Buffer>;

const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Reads all files of a folder and its subfolders. */
export const readFiles = (folder: string): Files =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(folder, file).replaceAll('\\', '/'), readFileSync(file)]),
  );

export interface Host {
  /** Base URL without a trailing slash. */
  url: string;
  stop(): void;
}

/**
 * Serves folders from memory on one origin. All files are compressed before the first request.
 *
 * @param folders files by folder name; the folder name is the first segment of the URL path
 */
export async function startHost(folders: Readonly<Record<string, Files>>): Promise<Host> {
  const compressed = new Map(
    Object.entries(folders).flatMap(([folder, files]) =>
      [...files].map(([path, file]) => [`/${folder}/${path}`, gzipSync(file, { level: 9 })]),
    ),
  );
  const server = createServer((request, response) => {
    const [path = '/'] = decodeURIComponent(request.url ?? '/').split('?');
    const file = path.endsWith('/') ? `${path}index.html` : path;
    const body = compressed.get(file);
    if (body === undefined) {
      response.writeHead(404, { 'Content-Length': 0 }).end();
      return;
    }
    response.writeHead(200, {
      'Content-Type': mediaTypes[extname(file)] ?? 'text/plain; charset=utf-8',
      'Content-Encoding': 'gzip',
      'Content-Length': body.length,
      'Cache-Control': 'no-store',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
