import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { siteServer } from '../../../src/serve/server.ts';
import { buildInto } from '../built-site.ts';
import { close, listen } from './listen.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the site, without a trailing slash. */
    address: string;
    /** The URL of the same site below a path. */
    addressBelowPath: string;
  }
}

const path = '/docs/delivery';

/** Serves the site below a path, as a static host does. */
const belowPath = (site: Server): Server =>
  createServer((request, response) => {
    if (!request.url?.startsWith(`${path}/`)) {
      response.writeHead(404).end();
      return;
    }
    request.url = request.url.slice(path.length);
    site.emit('request', request, response);
  });

export default async function setup(project: TestProject): Promise<() => void> {
  const out = mkdtempSync(join(tmpdir(), 'docs-site-'));
  buildInto(out);
  const site = siteServer(out);
  const below = belowPath(site);
  project.provide('address', await listen(site));
  project.provide('addressBelowPath', `${await listen(below)}${path}`);
  return () => {
    close(site);
    close(below);
    rmSync(out, { recursive: true, force: true });
  };
}
