import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Ground } from '../../stories/ground.ts';

/** An answer on its way to the story. */
export interface Passing {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: the tests know what they bend
  body: any;
}

/**
 * The same ground behind a server that bends answers: those to requests whose `METHOD /path`
 * matches, from the first one on.
 */
export async function bent(
  ground: Ground,
  request: RegExp,
  bend: (answer: Passing) => void,
): Promise<Ground> {
  const addresses = Object.entries(ground.servers).map(([name, url]) => ({ name, url }));
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const path = incoming.url ?? '/';
    const target = addresses.find(({ name }) => path.startsWith(`/${name}/`));
    const {
      host: _,
      connection: __,
      'content-length': ___,
      ...headers
    } = incoming.headers as Record<string, string>;
    const answer = await fetch(`${target?.url}${path.slice(`/${target?.name}`.length)}`, {
      method: incoming.method ?? 'GET',
      headers,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const text = await answer.text();
    const {
      connection: ____,
      'content-length': _____,
      ...answered
    } = Object.fromEntries(answer.headers);
    const passing: Passing = {
      status: answer.status,
      headers: answered,
      body: text === '' ? undefined : JSON.parse(text),
    };
    if (request.test(`${incoming.method} ${path}`)) bend(passing);
    outgoing.writeHead(passing.status, passing.headers);
    outgoing.end(passing.body === undefined ? undefined : JSON.stringify(passing.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    servers: Object.fromEntries(addresses.map(({ name }) => [name, `${base}/${name}`])),
    tell: (story) => ground.tell(story),
    async leave() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
