import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** All files below a folder, by their path in it, with slashes. */
export const filesBelow = (folder: string): Map<string, Buffer> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(file)]),
  );

/**
 * Where everything lies that is compared: one origin, in memory, every file gzipped once before the
 * first request.
 */
export interface Host {
  /** The address, without a slash at its end. */
  address: string;
  /** Bytes of the gzipped file. @throws {Error} when it is not there */
  gzipped(path: string): number;
  close(): void;
}

/** @param folders files by the name of their folder, which is the first part of their address */
export async function openHost(
  folders: ReadonlyMap<string, ReadonlyMap<string, Buffer>>,
): Promise<Host> {
  const files = new Map<string, Buffer>();
  for (const [folder, content] of folders) {
    for (const [path, text] of content)
      files.set(`/${folder}/${path}`, gzipSync(text, { level: 9 }));
  }
  const server = createServer((request, response) => {
    const [asked = '/'] = decodeURIComponent(request.url ?? '/').split('?');
    const path = asked.endsWith('/') ? `${asked}index.html` : asked;
    const body = files.get(path);
    if (body === undefined) {
      response.writeHead(404, { 'Content-Length': 0 }).end();
      return;
    }
    response.writeHead(200, {
      'Content-Type': types[extname(path)] ?? 'text/plain; charset=utf-8',
      'Content-Encoding': 'gzip',
      'Content-Length': body.length,
      'Cache-Control': 'no-store',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    gzipped(path) {
      const body = files.get(path);
      if (body === undefined) throw new Error(`${path}: there is no such file.`);
      return body.length;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
