import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Environment } from '../../workflows/servers.ts';

/** A response before it is forwarded to the workflow. */
export interface ResponseParts {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the body that it changes
  body: any;
}

/** Starts a proxy that changes the responses to requests whose `METHOD /path` matches. */
export async function startChangingProxy(
  environment: Environment,
  request: RegExp,
  change: (response: ResponseParts) => void,
): Promise<Environment> {
  const addresses = Object.entries(environment.servers).map(([name, url]) => ({ name, url }));
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
    const response = await fetch(`${target?.url}${path.slice(`/${target?.name}`.length)}`, {
      method: incoming.method ?? 'GET',
      headers,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const text = await response.text();
    const {
      connection: ____,
      'content-length': _____,
      ...responseHeaders
    } = Object.fromEntries(response.headers);
    const changed: ResponseParts = {
      status: response.status,
      headers: responseHeaders,
      body: text === '' ? undefined : JSON.parse(text),
    };
    if (request.test(`${incoming.method} ${path}`)) change(changed);
    outgoing.writeHead(changed.status, changed.headers);
    outgoing.end(changed.body === undefined ? undefined : JSON.stringify(changed.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    servers: Object.fromEntries(addresses.map(({ name }) => [name, `${base}/${name}`])),
    inputsFor: (workflow) => environment.inputsFor(workflow),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
