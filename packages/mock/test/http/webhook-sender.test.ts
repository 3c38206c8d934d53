import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { sendWebhook } from '../../src/http/webhook-sender.ts';

const sockets = new Set<Socket>();
let close = async (): Promise<void> => {};
afterEach(() => close());

/** Starts a receiver that calls `respond` for each request, with its number on the connection. */
async function startRawReceiver(respond: (socket: Socket, count: number) => void) {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    let count = 0;
    socket.on('data', () => respond(socket, ++count)).on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const send = () => sendWebhook({ url, headers: {}, body: '{}', timeoutSeconds: 5 });
  return { send, connections: () => connections };
}

const accept = (socket: Socket): void =>
  void socket.write('HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n');

describe('the webhook sender', () => {
  it('uses one connection for consecutive events', async () => {
    const { send, connections } = await startRawReceiver(accept);
    for (let event = 0; event < 3; event++) expect((await send()).status).toBe(204);
    expect(connections()).toBe(1);
  });

  it('sends the event again on a new connection when the receiver resets a reused connection', async () => {
    const { send, connections } = await startRawReceiver((socket, count) =>
      count === 1 ? accept(socket) : void socket.resetAndDestroy(),
    );
    expect((await send()).status).toBe(204);
    expect(await send()).toMatchObject({ status: 204 });
    expect(connections()).toBe(2);
  });

  it('reports a reset of a new connection without a second attempt', async () => {
    const { send, connections } = await startRawReceiver((socket) => void socket.resetAndDestroy());
    expect(await send()).toMatchObject({ error: 'ECONNRESET' });
    expect(connections()).toBe(1);
  });
});
