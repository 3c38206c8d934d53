import type { IncomingMessage } from 'node:http';

const maxBytes = 8 * 1024 * 1024;
const maxMilliseconds = 2000;

/**
 * Discards the rest of a request body after the response: if a connection closes with unread bytes,
 * the client may not get the response. Closes the connection if the rest of the body exceeds
 * `maxBytes` or takes longer than `maxMilliseconds`.
 */
export function discardBody(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return;
  let discarded = 0;
  const close = (): void => void request.socket.destroy();
  const timer = setTimeout(close, maxMilliseconds);
  timer.unref();
  const done = (): void => clearTimeout(timer);
  request
    .on('data', (chunk: Buffer) => {
      discarded += chunk.length;
      if (discarded > maxBytes) close();
    })
    .on('end', done)
    .on('close', done)
    .on('error', done)
    .resume();
}
