import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * A cache for turbo on the loopback address, in memory, as a team would host one: artifacts by
 * hash, for who brings the token and names the team.
 *
 * @param {{ token: string, team: string }} who is let in
 * @returns its address; what is in it, by hash (`{ body, tag }`, to be looked at and bent); how
 * often it was asked for what; and a function that ends it
 */
export async function startCacheServer({ token, team }) {
  const artifacts = new Map();
  const asked = { stored: 0, found: 0, missed: 0, refused: 0 };
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const hash = /^\/v8\/artifacts\/([0-9a-f]+)$/.exec(pathname)?.[1];
    const answer = (status, headers, body) =>
      response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
    if (
      request.headers.authorization !== `Bearer ${token}` ||
      (hash !== undefined && searchParams.get('slug') !== team)
    ) {
      asked.refused += 1;
      return answer(
        403,
        { 'content-type': 'application/json' },
        '{"code":"forbidden","message":"Not for you."}',
      );
    }
    if (pathname === '/v8/artifacts/status')
      return answer(200, { 'content-type': 'application/json' }, '{"status":"enabled"}');
    if (pathname === '/v8/artifacts/events')
      return answer(200, { 'content-type': 'application/json' }, '{}');
    if (hash === undefined) return answer(404, {}, '');
    if (request.method === 'PUT') {
      asked.stored += 1;
      artifacts.set(hash, {
        body: Buffer.concat(chunks),
        tag: request.headers['x-artifact-tag'],
        duration: request.headers['x-artifact-duration'],
      });
      return answer(202, { 'content-type': 'application/json' }, '{"urls":[]}');
    }
    const found = artifacts.get(hash);
    asked[found === undefined ? 'missed' : 'found'] += 1;
    if (found === undefined) return answer(404, {}, '');
    const headers = {
      'content-type': 'application/octet-stream',
      'x-artifact-duration': found.duration ?? '0',
    };
    return answer(
      200,
      { ...headers, ...(found.tag !== undefined && { 'x-artifact-tag': found.tag }) },
      found.body,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    artifacts,
    asked,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
