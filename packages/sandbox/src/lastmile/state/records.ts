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

// Records are plain JSON. Times are milliseconds since 1970, except in types from the contract.
// Nested values are shared with responses, so they are replaced and never changed in place.

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
  /** The file name, for proofs with a file. */
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

/** The current ride of a courier, or the position at which the courier waits. */
export interface Leg {
  readonly from: GeoPoint;
  readonly to: GeoPoint;
  readonly startedAt: number;
  /** The destination; its ETA determines the speed. `undefined` while the courier waits. */
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

/** The remaining part of a scenario. */
export interface ScenarioRun {
  /** The names of the remaining steps, in order. */
  readonly steps: readonly string[];
  /** Time from the previous status to each status in the main sequence, in milliseconds. */
  readonly durations: Readonly<Record<string, number>>;
  /** The earliest time of each status that the requested schedule or a delay restricts. */
  readonly notBefore: Readonly<Record<string, number>>;
}

export interface Route {
  readonly pickup: GeoPoint;
  readonly dropoff: GeoPoint;
  readonly meters: number;
}

/** A waypoint as ordered, without progress. */
export type OrderedWaypoint = Omit<Waypoint, 'eta' | 'arrived_at' | 'completed_at' | 'proofs'>;

/** The ordered delivery of a booking, with defaults, in the format of responses. */
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
  /** When the search for a courier ends if no courier accepts. */
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
  /**
   * The fields that a booking must match. `undefined` for loaded estimates: any booking matches.
   */
  readonly terms?: JsonObject | undefined;
  /** Price increase for the booking of a non-binding estimate, in percent. */
  readonly priceIncrease: number;
  /** Waypoints whose address is not exact enough for a binding price. */
  readonly approximate: readonly WaypointName[];
  /**
   * The resolved locations of the waypoints that are not in `approximate`. `undefined` for
   * unserviceable and for loaded estimates.
   */
  readonly points?: Readonly<Partial<Record<WaypointName, GeoPoint>>> | undefined;
  /** The scenario in the request. */
  readonly scenario?: string | undefined;
  /** The ID of the booking that used the estimate. */
  readonly bookedAs?: string;
}
