import type { ServerResponse } from 'node:http';
import type { ChangeFeed } from '@delivery-api/sandbox/kernel/change-feed.ts';

const heartbeat = 15_000;
/**
 * Who reads so slowly that more than this piles up is let go; an EventSource comes back by itself.
 */
const maxPiledUp = 1024 * 1024;

/** Tells a client what changes, as server-sent events (WHATWG HTML), until it leaves. */
export function streamChanges(changes: ChangeFeed, response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.write('retry: 1000\n\n');
  const write = (text: string): void => {
    if (response.writableLength > maxPiledUp) response.destroy();
    else response.write(text);
  };
  const end = changes.subscribe(({ type, data }) =>
    write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`),
  );
  const timer = setInterval(() => write(': still here\n\n'), heartbeat);
  timer.unref();
  response.on('close', () => {
    end();
    clearInterval(timer);
  });
}
