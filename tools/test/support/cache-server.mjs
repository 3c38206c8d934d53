import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * Starts an in-memory turbo remote cache on the loopback address.
 *
 * @param {{ token: string, team: string }} credentials required of every request
 * @returns the URL, the artifacts by hash (`{ body, tag }`), the request counts, and `stop`
 */
export async function startCacheServer({ token, team }) {
  const artifacts = new Map();
  const requests = { stored: 0, found: 0, missed: 0, rejected: 0 };
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const hash = /^\/v8\/artifacts\/([0-9a-f]+)$/.exec(pathname)?.[1];
    const respond = (status, headers, body) =>
      response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
    if (
      request.headers.authorization !== `Bearer ${token}` ||
      (hash !== undefined && searchParams.get('slug') !== team)
    ) {
      requests.rejected += 1;
      return respond(
        403,
        { 'content-type': 'application/json' },
        '{"code":"forbidden","message":"Invalid token or team."}',
      );
    }
    if (pathname === '/v8/artifacts/status')
      return respond(200, { 'content-type': 'application/json' }, '{"status":"enabled"}');
    if (pathname === '/v8/artifacts/events')
      return respond(200, { 'content-type': 'application/json' }, '{}');
    if (hash === undefined) return respond(404, {}, '');
    if (request.method === 'PUT') {
      requests.stored += 1;
      artifacts.set(hash, {
        body: Buffer.concat(chunks),
        tag: request.headers['x-artifact-tag'],
        duration: request.headers['x-artifact-duration'],
      });
      return respond(202, { 'content-type': 'application/json' }, '{"urls":[]}');
    }
    const found = artifacts.get(hash);
    requests[found === undefined ? 'missed' : 'found'] += 1;
    if (found === undefined) return respond(404, {}, '');
    const headers = {
      'content-type': 'application/octet-stream',
      'x-artifact-duration': found.duration ?? '0',
    };
    return respond(
      200,
      { ...headers, ...(found.tag !== undefined && { 'x-artifact-tag': found.tag }) },
      found.body,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    artifacts,
    requests,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
