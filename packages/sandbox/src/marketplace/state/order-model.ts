import type { Address, Brand, DeliveredBy, FulfillmentType, Money } from './store-model.ts';

// The order and its parts as JSON, with the names and members of the contract.

export type AllowedTransition = {
  status: string;
  needs: string[];
  takes_ready_time: boolean;
  until?: string;
};
export type HistoryEntry = {
  status: string;
  at: string;
  by: string;
  actor_name?: string;
  reason_code?: string;
};
export type Acceptance = {
  mode: 'manual' | 'auto';
  accept_by?: string;
  on_expiry: 'cancel' | 'none';
  accepted_at?: string;
};
export type Failure = { reason_code: string; message: string };
export type UnmatchedLine = { line_id: string; problem: string };
export type Acknowledgement = {
  state: 'pending' | 'succeeded' | 'failed' | 'timed_out';
  acknowledge_by: string;
  acknowledged_at?: string;
  late: boolean;
  event_id?: string;
  failure?: Failure;
  unmatched_lines?: UnmatchedLine[];
};
export type Delivery = {
  type: 'delivery';
  delivered_by: DeliveredBy;
  address?: Address;
  instructions?: string;
  contactless: boolean;
  pickup_code?: string;
  delivery_code_required: boolean;
};
export type Pickup = { type: 'pickup'; pickup_code?: string; vehicle_description?: string };
export type DineIn = { type: 'dine_in'; table_id?: string; seat?: string; guest_count?: number };
export type Fulfillment = Delivery | Pickup | DineIn;
export type TimeWindow = { starts_at: string; ends_at: string };
export type Timing = {
  placed_at: string;
  schedule: 'asap' | 'scheduled';
  requested_window?: TimeWindow;
  prepare_at?: string;
  estimated_ready_at?: string;
  confirmed_ready_at?: string;
  latest_ready_at?: string;
  ready_at?: string;
  estimated_handover_at?: string;
};
export type Customer = {
  name: string;
  phone?: string;
  phone_code?: string;
  email?: string;
  company_name?: string;
  tax_id?: string;
  order_count?: number;
  locale?: string;
};
export type Modifier = {
  line_id: string;
  item_id: string;
  external_id?: string;
  name: string;
  group_id: string;
  group_name: string;
  quantity: number;
  included_quantity: number;
  unit_price: Money;
  total_price: Money;
  modifiers: Modifier[];
};
export type Item = {
  line_id: string;
  item_id: string;
  external_id?: string;
  name: string;
  category_name?: string;
  quantity: number;
  measure?: { value: string; unit: string };
  unit_price: Money;
  original_unit_price?: Money;
  modifiers_price: Money;
  total_price: Money;
  modifiers: Modifier[];
  note?: string;
  allergy?: { exclude?: string[]; note?: string };
  if_unavailable?: string;
  replacement_item_id?: string;
  menu_version?: string;
};
export type Discount = {
  id: string;
  name: string;
  code?: string;
  target: string;
  line_id?: string;
  amount: Money;
  funded_by: { party: string; amount: Money }[];
};
export type OrderFee = { type: string; name: string; amount: Money; received_by: string };
export type Tip = { recipient: string; amount: Money };
export type Tax = {
  name: string;
  rate: string;
  taxable_amount: Money;
  amount: Money;
  remitted_by: string;
};
export type Payment = {
  method: string;
  brand?: string;
  state: 'paid' | 'due';
  amount: Money;
  collected_by: string;
  change_for?: Money;
};
export type Totals = {
  items: Money;
  discounts: Money;
  fees: Money;
  tips: Money;
  tax: Money;
  total: Money;
  due_at_handover: Money;
};
export type Courier = {
  name: string;
  phone?: string;
  phone_code?: string;
  vehicle?: string;
  plate?: string;
  status: string;
  eta_at?: string;
  photo_url?: string;
  tracking_url?: string;
};
export type Cancellation = {
  by: string;
  reason_code: string;
  note?: string;
  at: string;
  merchant_paid: string;
  unavailable_line_ids?: string[];
};
export type Order = {
  id: string;
  display_id: string;
  external_id?: string;
  store_id: string;
  store_external_id?: string;
  brand?: Brand;
  test: boolean;
  revision: number;
  status: string;
  phase: string;
  history: HistoryEntry[];
  allowed_transitions: AllowedTransition[];
  acceptance: Acceptance;
  acknowledgement: Acknowledgement;
  fulfillment: Fulfillment;
  timing: Timing;
  customer?: Customer;
  items: Item[];
  notes?: { customer?: string; allergy?: string; handover?: string };
  include_cutlery?: boolean;
  age_restricted: boolean;
  currency: string;
  prices_include_tax: boolean;
  discounts: Discount[];
  fees: OrderFee[];
  tips: Tip[];
  taxes: Tax[];
  payments: Payment[];
  totals: Totals;
  courier?: Courier;
  cancellation?: Cancellation;
  created_at: string;
  updated_at: string;
  closed_at?: string;
};

export type AcknowledgeRequest = {
  result: 'succeeded' | 'failed';
  external_id?: string;
  event_id?: string;
  occurred_at?: string;
  failure?: Failure;
  unmatched_lines?: UnmatchedLine[];
};
export type OwnDelivery = {
  courier_name?: string;
  courier_phone?: string;
  tracking_url?: string;
  eta_at?: string;
};
export type UnavailableItem = {
  line_id: string;
  available_quantity: number;
  unavailable_until?: string | null;
};
export type StatusRequest = {
  status: string;
  ready_at?: string;
  preparation_minutes?: number;
  external_id?: string;
  reason?: { code: string; note?: string };
  unavailable_items?: UnavailableItem[];
  delivery_code?: string;
  delivery?: OwnDelivery;
  occurred_at?: string;
  actor_name?: string;
  expected_revision?: number;
};

/** Which ways of getting an order are the same for the rules. */
export const typeOf = ({ fulfillment }: Order): FulfillmentType => fulfillment.type;

/** Whose courier brings it; `undefined` where nobody does. */
export const deliveredBy = ({ fulfillment }: Order): DeliveredBy | undefined =>
  fulfillment.type === 'delivery' ? fulfillment.delivered_by : undefined;
