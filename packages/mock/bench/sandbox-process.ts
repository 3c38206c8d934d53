// A sandbox in a process of its own, so that its memory can be told from that of whoever asks it.
import { startMock } from '@delivery-api/mock';

const sandbox = await startMock({
  mode: 'sandbox',
  seed: 'bench',
  clock: { start: '2026-11-20T18:00:00Z', frozen: true },
  maxEntries: Number(process.argv[2]),
});
process.send?.({ url: sandbox.url });
process.on('message', () => {
  gc?.();
  process.send?.({ heap: process.memoryUsage().heapUsed });
});
