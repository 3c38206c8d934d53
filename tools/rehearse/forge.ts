// Simulates the parts of GitHub that the workflows use: the REST API for a pull request and its
// comments, and the `gh` command.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface Forge {
  url: string;
  /** Folder with a `gh` that records the arguments of `create` commands, and fails for others. */
  programs: string;
  /** Comments on the pull request, oldest first. */
  comments: { id: number; body: string; user: { type: 'Bot' } }[];
  /** Sets the head of the only pull request. */
  openPullRequest(sha: string): void;
  /** Returns the arguments of each `gh release create`. */
  releases(): string[];
  stop(): void;
}

/**
 * Starts the simulation, with one pull request.
 *
 * @param folder folder for its files
 */
export async function startForge(folder: string): Promise<Forge> {
  const programs = join(folder, 'forge');
  const log = join(programs, 'gh.log');
  mkdirSync(programs, { recursive: true });
  const gh = join(programs, 'gh');
  writeFileSync(gh, `#!/bin/sh\n[ "$2" = create ] && echo "$@" >> '${log}'\n`);
  chmodSync(gh, 0o755);
  const comments: Forge['comments'] = [];
  let head = '';
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request;
    const route = `${method} ${url.replace(/\?.*/, '')}`;
    const respond = (value: unknown): void => void response.end(JSON.stringify(value));
    if (/^GET .*\/pulls$/.test(route)) return respond([{ number: 1, head: { sha: head } }]);
    if (/^GET .*\/issues\/1\/comments$/.test(route)) return respond(comments);
    if (/^POST .*\/issues\/1\/comments$/.test(route)) {
      const { body } = await json(request);
      const comment = { id: comments.length, body, user: { type: 'Bot' } as const };
      comments.push(comment);
      return respond(comment);
    }
    const id = /^PATCH .*\/issues\/comments\/(\d+)$/.exec(route)?.[1];
    const comment = comments[Number(id)];
    if (comment !== undefined) {
      comment.body = (await json(request)).body;
      return respond(comment);
    }
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    programs,
    comments,
    openPullRequest: (sha) => {
      head = sha;
    },
    releases: () =>
      existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').filter(Boolean) : [],
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function json(request: IncomingMessage): Promise<{ body: string }> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}
