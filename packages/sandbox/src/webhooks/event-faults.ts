import type { WebhookFault } from './delivery.ts';

/** What is to go wrong with the next events of a type. */
export interface EventFault {
  /** The type of the event, or `*` for all. */
  event: string;
  fault: WebhookFault;
  /** For how many events; without end where absent. */
  times?: number;
}

/** The faults of events that were asked for at the control surface. */
export class EventFaultList {
  #list: EventFault[] = [];

  set(list: readonly EventFault[]): void {
    this.#list = list.map((fault) => ({ ...fault }));
  }

  /** Those that are still to come. */
  get list(): readonly EventFault[] {
    return this.#list.filter(({ times }) => times !== 0);
  }

  /** All that is to go wrong with the next event of this type, each used up by one. */
  next(type: string): WebhookFault[] {
    const found = this.list.filter(({ event }) => event === type || event === '*');
    for (const one of found) if (one.times !== undefined) one.times -= 1;
    return found.map(({ fault }) => fault);
  }
}
