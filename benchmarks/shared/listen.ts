import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Server as TcpServer } from 'node:net';

/**
 * Starts a server on the loopback address.
 *
 * @param port port to listen on. Default: a free port.
 * @returns the URL of the server
 */
export async function listen(server: TcpServer, port = 0): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Stops an HTTP server and closes its connections. */
export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/**
 * Starts an HTTP server that reads each request completely before it calls `respond`.
 *
 * @returns the URL of the server, and a function that stops the server
 */
export async function serveHttp(
  respond: (request: IncomingMessage, body: Buffer, response: ServerResponse) => void,
  port = 0,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    response.on('error', () => {});
    respond(request, Buffer.concat(chunks), response);
  });
  return { url: await listen(server, port), stop: () => closeServer(server) };
}
