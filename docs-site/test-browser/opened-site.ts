import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { siteServer } from '../src/serve/server.ts';
import { buildInto } from '../test/built-site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the site, without a slash at its end. */
    address: string;
    /** The same site below a path. */
    addressBelowPath: string;
  }
}

const path = '/docs/delivery';

/** The same site as any static host would serve it in a folder. */
const belowPath = (site: Server): Server =>
  createServer((request, response) => {
    if (!request.url?.startsWith(`${path}/`)) {
      response.writeHead(404).end();
      return;
    }
    request.url = request.url.slice(path.length);
    site.emit('request', request, response);
  });

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export default async function setup(project: TestProject): Promise<() => void> {
  const out = mkdtempSync(join(tmpdir(), 'docs-site-'));
  buildInto(out);
  const site = siteServer(out);
  const below = belowPath(site);
  project.provide('address', await listen(site));
  project.provide('addressBelowPath', `${await listen(below)}${path}`);
  return () => {
    for (const server of [site, below]) {
      server.close();
      server.closeAllConnections();
    }
    rmSync(out, { recursive: true, force: true });
  };
}
