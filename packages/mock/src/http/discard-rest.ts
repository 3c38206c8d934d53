import type { IncomingMessage } from 'node:http';

const maxBytes = 8 * 1024 * 1024;
const maxMilliseconds = 2000;

/**
 * Lets what is left of a request's body flow away once it has been answered, so that the client
 * gets to read the answer: a connection that
 * is closed with unread bytes in it takes the answer along. What goes on for too long is cut off.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return;
  let discarded = 0;
  const cut = (): void => void request.socket.destroy();
  const timer = setTimeout(cut, maxMilliseconds);
  timer.unref();
  const done = (): void => clearTimeout(timer);
  request
    .on('data', (chunk: Buffer) => {
      discarded += chunk.length;
      if (discarded > maxBytes) cut();
    })
    .on('end', done)
    .on('close', done)
    .on('error', done)
    .resume();
}
