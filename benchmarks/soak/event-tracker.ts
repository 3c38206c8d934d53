import { createHash } from 'node:crypto';
import type { Recorder } from './recorder.ts';

/** An event with a valid signature. */
export interface ReceivedEvent {
  id: string;
  type: string;
  /** ID of the booking or order. */
  subject: string;
  status: string;
  body: string;
}

interface Expectation {
  resolve: () => void;
  isLast: (status: string) => boolean;
}

/** Maximum number of events, and of subjects, to remember. */
const maxRemembered = 20_000;

/** Tracks the events that must arrive according to the API responses. */
export class EventTracker {
  readonly #recorder: Recorder;
  readonly #expected = new Map<string, Expectation>();
  /** All statuses that arrived, by subject. A late retry can arrive after the last status. */
  readonly #statuses = new Map<string, Set<string>>();
  readonly #digests = new Map<string, string>();

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  /** Resolves when an event of the subject has a status for which `isLast` returns true. */
  expect(subject: string, isLast: (status: string) => boolean): Promise<void> {
    return new Promise((resolve) => {
      // The event can arrive before the response that contains its subject.
      if ([...(this.#statuses.get(subject) ?? [])].some(isLast)) resolve();
      else this.#expected.set(subject, { resolve, isLast });
    });
  }

  add({ id, type, subject, status, body }: ReceivedEvent): void {
    const digest = createHash('sha256').update(body).digest('base64');
    const previous = this.#digests.get(id);
    if (previous !== undefined) {
      this.#recorder.count('redelivered events');
      if (previous !== digest)
        this.#recorder.defect('replays that differ', `${type} ${id} was redelivered with changes`);
      return;
    }
    remember(this.#digests, id, digest);
    remember(this.#statuses, subject, (this.#statuses.get(subject) ?? new Set()).add(status));
    this.#recorder.count(`events, ${type}`);
    const expectation = this.#expected.get(subject);
    if (!expectation?.isLast(status)) return;
    this.#expected.delete(subject);
    expectation.resolve();
  }

  /** Subjects whose last event has not arrived. */
  get missing(): string[] {
    return [...this.#expected.keys()];
  }

  /** Stops waiting for events of a subject. */
  cancel(subject: string): void {
    this.#expected.delete(subject);
  }

  /** Records the missing events as lost. */
  close(): void {
    for (const subject of this.missing)
      this.#recorder.defect('lost events', `the last event of ${subject} did not arrive`);
  }
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > maxRemembered && oldest !== undefined) map.delete(oldest);
}
