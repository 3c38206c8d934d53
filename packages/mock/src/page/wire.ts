import type {
  ClockState,
  DeliveryRecord,
  InterfaceName,
  Mode,
  RegisteredTargets,
  RequestRecord,
  Resource,
} from '../api/types.ts';

/** A state machine of a contract. */
export interface MachineData {
  /** The interface whose resources use the state machine. */
  of: InterfaceName;
  states: { name: string; phase: string; terminal: boolean }[];
  transitions: { from: string; to: string; by: string[] }[];
}

/** The constant data of the page, as JSON. */
export interface PageAbout {
  mode: Mode;
  version: string;
  /** Whether the mock streams changes. Otherwise, the page polls. */
  streams: boolean;
  machines: MachineData[];
  interfaces: InterfaceName[];
  /** The scenarios for test orders. */
  orderScenarios: { name: string; summary: string }[];
}

/** The changing data of the page, as JSON. A part that the mode does not have is absent. */
export interface PageState {
  requests: RequestRecord[];
  seed?: string;
  clock?: ClockState;
  lastmile?: { bookings: Resource[] };
  marketplace?: { orders: Resource[]; stores: Resource[] };
  deliveries?: DeliveryRecord[];
  webhooks?: RegisteredTargets;
}
