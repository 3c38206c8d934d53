import { serveHttp } from '../shared/listen.ts';
import type { Defects } from './defects.ts';

interface BookingEvent {
  id: string;
  data: { id: string; revision: number };
}

/** A webhook receiver that records every event. */
export class EventLog {
  readonly #defects: Defects;
  readonly #bodies = new Map<string, string>();
  readonly #revisions = new Map<string, Set<number>>();
  #server: { url: string; stop: () => Promise<void> } | undefined;
  #repeated = 0;

  constructor(defects: Defects) {
    this.#defects = defects;
  }

  /** Starts the receiver and returns its URL. */
  async start(): Promise<string> {
    this.#server = await serveHttp((_, body, response) => {
      this.add(String(body));
      response.writeHead(204).end();
    });
    return `${this.#server.url}/events`;
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  get received(): number {
    return this.#bodies.size;
  }

  /** Number of deliveries whose event had already arrived. */
  get repeated(): number {
    return this.#repeated;
  }

  add(body: string): void {
    const { id, data } = JSON.parse(body) as BookingEvent;
    const key = `${data.id} ${id}`;
    const first = this.#bodies.get(key);
    if (first === undefined) this.#bodies.set(key, body);
    else {
      this.#repeated += 1;
      if (first !== body) this.#defects.add('events with different bytes', `${key}: ${body}`);
    }
    const revisions = this.#revisions.get(data.id) ?? new Set();
    if (first === undefined && revisions.has(data.revision))
      this.#defects.add('several events for one revision', `${key}, revision ${data.revision}`);
    this.#revisions.set(data.id, revisions.add(data.revision));
  }

  /** Returns the revisions of a booking, from 2 to `last`, for which no event has arrived. */
  missing(bookingId: string, last: number): number[] {
    const received = this.#revisions.get(bookingId);
    const expected = Array.from({ length: Math.max(0, last - 1) }, (_, index) => index + 2);
    return expected.filter((revision) => !received?.has(revision));
  }
}
