import type { Json } from '@delivery-api/specs/contract';
import type {
  AcceptedDelivery,
  Cancellation,
  CancellationPolicy,
  GeoPoint,
  HistoryEntry,
  Price,
  Reason,
  StatusReason,
} from './forms.ts';

export type * from './forms.ts';

// What the sandbox remembers. Moments are milliseconds since 1970. Nested values are never changed,
// only replaced, because answers share them.

export interface Eta {
  readonly expectedAt: number;
  readonly calculatedAt: number;
}

export interface Proof {
  readonly type: string;
  readonly capturedAt: number;
  readonly point: GeoPoint;
  /** Names the file, where there is one. */
  readonly file?: string;
  readonly signer?: string;
}

export type EndName = 'pickup' | 'dropoff' | 'return';

/** How far one end has come. */
export interface Progress {
  readonly eta?: Eta;
  readonly arrivedAt?: number;
  readonly completedAt?: number;
  readonly proofs?: readonly Proof[];
}

/** Where a courier stands, or between where they ride. */
export interface Leg {
  readonly from: GeoPoint;
  readonly to: GeoPoint;
  readonly startedAt: number;
  /** The end to which they ride; its arrival time tells how fast. `undefined` where they stand. */
  readonly toward: EndName | undefined;
}

export interface Courier {
  readonly id: string;
  readonly name: string;
  readonly phone?: string;
  readonly photo?: string;
  readonly vehicle: string;
  readonly assignedAt: number;
}

/** What is still to come. */
export interface Plot {
  /** The beats in their order; `next` is the one to come. */
  beats: readonly string[];
  next: number;
  /** How long each step of the main line takes, in milliseconds, by the status that it leads to. */
  gaps: Readonly<Record<string, number>>;
  /** Before which moment a status is not reached, because times were agreed. */
  notBefore: Readonly<Record<string, number>>;
  /** When the next beat is due; `undefined` while the story waits for a request. */
  due: number | undefined;
  callOff: (() => void) | undefined;
}

export interface Route {
  readonly pickup: GeoPoint;
  readonly dropoff: GeoPoint;
  readonly meters: number;
}

/** A booking: what was ordered, how far it has come, and what is still to come. */
export interface Booking {
  readonly id: string;
  readonly partner: string;
  readonly attempt: number;
  readonly ordered: AcceptedDelivery;
  readonly scenario: string;
  readonly createdAt: number;
  readonly trackingUrl: string;
  readonly policy: CancellationPolicy;
  readonly quotedPrice: Price | undefined;
  readonly route: Route;
  readonly vehicle: string;
  readonly assignBy: number;
  /** When the search for a courier begins; for most, at once. */
  readonly searchAt: number;
  status: string;
  statusReason: StatusReason | undefined;
  revision: number;
  updatedAt: number;
  closedAt: number | undefined;
  price: Price;
  progress: Readonly<Partial<Record<EndName, Progress>>>;
  courier: Courier | undefined;
  leg: Leg | undefined;
  reassignments: number;
  cancellation: Cancellation | undefined;
  history: readonly HistoryEntry[];
  /** `undefined` once it has ended. */
  plot: Plot | undefined;
}

/** An estimate as long as it is of use: to be booked, or to say why it cannot be any more. */
export interface Estimate {
  readonly id: string;
  readonly partner: string;
  /** The whole answer, for those who look on. */
  readonly answer: Json;
  /** What it rests on; `undefined` where it was loaded from data, which does not tell. */
  readonly terms: Json | undefined;
  /** What can be booked; `undefined` when unserviceable. */
  readonly offer: Offer | undefined;
  readonly reasons: readonly Reason[];
  bookedAs: string | undefined;
}

/** What a serviceable estimate offers. */
export interface Offer {
  readonly price: Price;
  readonly policy: CancellationPolicy;
  readonly isBinding: boolean;
  readonly expiresAt: number;
  /** By how much the price has risen when an estimate that is not binding is booked, in percent. */
  readonly risesBy: number;
  /** Ends that were known too roughly to hold a booking to them. */
  readonly rough: readonly EndName[];
  /** The scenario that was asked for. */
  readonly scenario: string | undefined;
}
