import type {
  Booking,
  Cancellation,
  CancellationPolicy,
  CreateBookingRequest,
  CreateEstimateRequest,
  Estimate,
  GeoPoint,
  HistoryEntry,
  PriceBreakdown,
  StatusReason,
  Waypoint,
} from '@delivery-api/lastmile-types';
import type { JsonObject } from '@delivery-api/specs/contract';

// Records are plain JSON. Times are milliseconds since 1970, except in the contract's own types.
// Nested values are shared with responses, so they are replaced and never changed.

export type DeliveryRequest = CreateEstimateRequest | CreateBookingRequest;
export type WaypointName = 'pickup' | 'dropoff' | 'return';

export interface EtaRecord {
  readonly expectedAt: number;
  readonly calculatedAt: number;
}

export interface ProofRecord {
  readonly type: string;
  readonly capturedAt: number;
  readonly point: GeoPoint;
  /** Name of the file, for proofs that have one. */
  readonly file?: string;
  readonly signer?: string;
}

/** The progress at one waypoint. */
export interface Progress {
  readonly eta?: EtaRecord;
  readonly arrivedAt?: number;
  readonly completedAt?: number;
  readonly proofs?: readonly ProofRecord[];
}

/** The current movement of a courier. */
export interface Leg {
  readonly from: GeoPoint;
  readonly to: GeoPoint;
  readonly startedAt: number;
  /** The waypoint ahead; its ETA determines the speed. `undefined` while the courier waits. */
  readonly toward?: WaypointName | undefined;
}

export interface CourierRecord {
  readonly id: string;
  readonly name: string;
  readonly phone?: string;
  readonly photo?: string;
  readonly vehicle: string;
  readonly assignedAt: number;
}

/** The rest of a scenario. */
export interface ScenarioRun {
  /** The names of the steps to come, in order. */
  readonly steps: readonly string[];
  /** Time until each status of the main sequence, from the status before, in milliseconds. */
  readonly durations: Readonly<Record<string, number>>;
  /** Earliest time of a status, from the requested schedule. */
  readonly notBefore: Readonly<Record<string, number>>;
}

export interface Route {
  readonly pickup: GeoPoint;
  readonly dropoff: GeoPoint;
  readonly meters: number;
}

/** A waypoint as ordered, without progress. */
export type OrderedWaypoint = Omit<Waypoint, 'eta' | 'arrived_at' | 'completed_at' | 'proofs'>;

/** The order of a booking, with defaults, as responses repeat it. */
export type OrderedDelivery = { pickup: OrderedWaypoint; dropoff: OrderedWaypoint } & Pick<
  Booking,
  | 'external_reference'
  | 'estimate_id'
  | 'packages'
  | 'items'
  | 'order_value'
  | 'restrictions'
  | 'schedule'
  | 'vehicle_types'
  | 'service_level'
  | 'handover'
  | 'undeliverable_action'
  | 'cash_on_delivery'
  | 'return_verification'
  | 'display_reference'
  | 'metadata'
>;

export interface BookingRecord {
  readonly id: string;
  readonly partner: string;
  readonly attempt: number;
  readonly ordered: OrderedDelivery;
  readonly scenario: string;
  readonly createdAt: number;
  readonly trackingUrl: string;
  readonly policy: CancellationPolicy;
  readonly quotedPrice?: PriceBreakdown | undefined;
  readonly route: Route;
  readonly vehicle: string;
  /** When the search for a courier starts. */
  readonly searchAt: number;
  /** When the search for a courier ends without success. */
  readonly assignBy: number;
  readonly status: string;
  readonly statusReason?: StatusReason | undefined;
  readonly revision: number;
  readonly updatedAt: number;
  readonly closedAt?: number | undefined;
  readonly price: PriceBreakdown;
  readonly progress: Readonly<Partial<Record<WaypointName, Progress>>>;
  readonly courier?: CourierRecord | undefined;
  readonly leg?: Leg | undefined;
  readonly reassignments: number;
  readonly cancellation?: Cancellation | undefined;
  readonly history: readonly HistoryEntry[];
  /** `undefined` in a final status. */
  readonly run?: ScenarioRun | undefined;
}

/** A booking that was evicted from memory. */
export interface EvictedBooking {
  readonly id: string;
  readonly partner: string;
}

export interface EstimateRecord {
  readonly id: string;
  readonly partner: string;
  readonly response: Estimate;
  /** What the price depends on. `undefined` for loaded estimates: any booking matches them. */
  readonly terms?: JsonObject | undefined;
  /** Price increase when a non-binding estimate is booked, in percent. */
  readonly priceIncrease: number;
  /** Waypoints whose address is not exact enough for a binding price. */
  readonly approximate: readonly WaypointName[];
  /** The resolved locations of the other waypoints. `undefined` for loaded estimates. */
  readonly points?: Readonly<Partial<Record<WaypointName, GeoPoint>>> | undefined;
  /** The requested scenario. */
  readonly scenario?: string | undefined;
  /** The id of the booking that used the estimate. */
  readonly bookedAs?: string;
}
