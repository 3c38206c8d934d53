import type {
  ClockState,
  DeliveryRecord,
  InterfaceName,
  Mode,
  RegisteredTargets,
  RequestRecord,
  Resource,
} from '../public.ts';

// What the page is told, as JSON.

export interface MachineData {
  /** The kinds of resources that it governs. */
  of: InterfaceName;
  states: { name: string; phase: string; terminal: boolean }[];
  transitions: { from: string; to: string; by: string[] }[];
}

/** What stays as it is while the mock runs. */
export interface PageAbout {
  mode: Mode;
  version: string;
  /** Whether changes are told as they happen; else the page has to ask. */
  streams: boolean;
  machines: MachineData[];
  interfaces: InterfaceName[];
  /** The stories that can be asked of a new order. */
  orderScenarios: { name: string; summary: string }[];
}

/** What changes; a part that a mode does not have is absent. */
export interface PageState {
  requests: RequestRecord[];
  seed?: string;
  clock?: ClockState;
  lastmile?: { bookings: Resource[] };
  marketplace?: { orders: Resource[]; stores: Resource[] };
  deliveries?: DeliveryRecord[];
  webhooks?: RegisteredTargets;
}
