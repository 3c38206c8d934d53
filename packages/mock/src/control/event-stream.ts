import type { ServerResponse } from 'node:http';
import type { ChangeFeed } from '@delivery-api/sandbox';

const heartbeatMs = 15_000;
/** Maximum unread data, in bytes. Above it, a client is disconnected; an EventSource reconnects. */
const maxBufferedBytes = 1024 * 1024;

/** Streams changes to a client as server-sent events (WHATWG HTML) until the client disconnects. */
export function streamChanges(changes: ChangeFeed, response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.write('retry: 1000\n\n');
  const write = (text: string): void => {
    if (response.writableLength > maxBufferedBytes) response.destroy();
    else response.write(text);
  };
  const unsubscribe = changes.subscribe(({ type, data }) =>
    write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`),
  );
  const timer = setInterval(() => write(': heartbeat\n\n'), heartbeatMs);
  timer.unref();
  response.on('close', () => {
    unsubscribe();
    clearInterval(timer);
  });
}
