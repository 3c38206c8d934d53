import type { Address, Money } from '../../kernel/common-forms.ts';

// The store and its parts as JSON, with the names and members of the contract.

export type { Address, Money };
export type FulfillmentType = 'delivery' | 'pickup' | 'dine_in';
export type DeliveredBy = 'marketplace' | 'merchant';
export type Brand = { id: string; name: string };
export type StoreStatus = 'open' | 'busy' | 'paused' | 'closed';
export type Requested = {
  status: StoreStatus;
  until?: string;
  reason_code?: string;
  note?: string;
  extra_preparation_minutes?: number;
  fulfillment_types?: FulfillmentType[];
  set_by: string;
  set_at: string;
};
export type Blocker = {
  code: string;
  message: string;
  resolvable_by: 'merchant' | 'marketplace';
  until?: string;
  fulfillment_types?: FulfillmentType[];
};
export type FulfillmentOption = {
  type: FulfillmentType;
  delivered_by?: DeliveredBy;
  enabled: boolean;
  accepting_orders: boolean;
  minimum_order?: Money;
};
export type StoreAcceptance = {
  mode: 'manual' | 'auto';
  accept_timeout_seconds?: number;
  acknowledge_timeout_seconds: number;
};
export type MenuFinding = {
  code: string;
  message: string;
  pointer: string;
  entity_type: string;
  entity_id: string;
};
export type StoreMenu = {
  status: 'none' | 'publishing' | 'live' | 'failed';
  menu_version?: string;
  published_at?: string;
  item_count?: number;
  submitted_version?: string;
  submitted_at?: string;
  reference?: string;
  warnings?: MenuFinding[];
  failure?: { code: string; message: string };
};
export type OpenOrder = {
  order_id: string;
  display_id: string;
  status: string;
  phase: string;
  revision: number;
  acknowledgement_state: string;
  fulfillment_type: FulfillmentType;
  accept_by?: string;
  ready_at?: string;
};
export type Integration = {
  webhook_state: 'healthy' | 'failing' | 'disabled';
  last_delivered_at?: string;
  consecutive_failures: number;
};
type Period = { opens: string; closes: string };
export type Store = {
  id: string;
  external_id?: string;
  name: string;
  brand?: Brand;
  test: boolean;
  revision: number;
  address: Address;
  phone?: string;
  timezone: string;
  currency: string;
  locales: string[];
  status: StoreStatus;
  accepting_orders: boolean;
  requested: Requested;
  blockers: Blocker[];
  next_change_at?: string;
  fulfillment_options: FulfillmentOption[];
  preparation: { default_minutes: number; extra_minutes: number };
  acceptance: StoreAcceptance;
  opening_hours: (Period & { day: string })[];
  special_days: { date: string; periods: Period[]; note?: string }[];
  menu: StoreMenu;
  open_orders: { total: number; items: OpenOrder[] };
  integration: Integration;
  updated_at: string;
};
export type StoreStatusRequest = {
  status: StoreStatus;
  reason_code?: string;
  note?: string;
  until?: string;
  duration_minutes?: number;
  extra_preparation_minutes?: number;
  fulfillment_types?: FulfillmentType[];
  expected_revision?: number;
};
