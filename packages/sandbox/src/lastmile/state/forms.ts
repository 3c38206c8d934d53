import type { Json } from '@delivery-api/specs/contract';
import type { Address, GeoPoint, Money } from '../../kernel/common-forms.ts';

// What goes in and out as JSON, as far as the rules look at it: `Money` to `AcceptedDelivery` have
// the names and members of the contract.

export type { Address, GeoPoint, Money };
export type Contact = { name: string; phone: string; [member: string]: Json };
export type Verification = { methods: string[]; pin?: string; barcodes?: string[] };
export type EndRequest = {
  store_id?: string;
  address?: Address;
  contact?: Contact;
  instructions?: string;
  reference?: string;
  verification?: Verification;
};
export type Dimensions = {
  length_millimeters: number;
  width_millimeters: number;
  height_millimeters: number;
};
export type PackageRequest = {
  quantity?: number;
  size: string;
  weight_grams?: number;
  dimensions?: Dimensions;
  value?: Money;
  [member: string]: Json;
};
export type TimeWindow = { starts_at: string; ends_at: string };
export type Schedule = {
  ready_at?: string;
  pickup_window?: TimeWindow;
  dropoff_window?: TimeWindow;
};
export type Restrictions = { contains: string[]; min_age?: number };
export type Cash = { amount_to_collect: Money; change_for?: Money };

/** What an estimate asks, and a booking with it. */
export type DeliveryRequest = {
  external_reference?: string;
  pickup: EndRequest;
  dropoff: EndRequest;
  packages?: PackageRequest[];
  order_value?: Money;
  restrictions?: Restrictions;
  schedule?: Schedule;
  vehicle_types?: string[];
  service_level?: string;
  cash_on_delivery?: Cash;
  test_scenario?: string;
};
export type BookingRequest = DeliveryRequest & {
  external_reference: string;
  estimate_id?: string;
  max_price?: Money;
  packages: PackageRequest[];
  return_verification?: Verification;
  items?: { unit_price?: Money; [member: string]: Json }[];
  handover?: string;
  undeliverable_action?: string;
  tip?: Money;
  display_reference?: string;
  metadata?: Record<string, string>;
};
export type CancelRequest = {
  booking_id: string;
  reason_code: string;
  comment?: string;
  max_fee?: Money;
  expected_revision?: number;
  after_pickup?: 'reject' | 'return_to_pickup';
};

export type PriceComponent = { type: string; amount: number; label?: string };
export type Price = { total: Money; components: PriceComponent[]; tax_included: boolean };
export type Fee = { from_status: string; amount: number; currency: string };
export type CancellationPolicy = { fees: Fee[]; after_pickup: 'return_to_pickup' | 'not_allowed' };
export type Reason = {
  code: string;
  message: string;
  waypoint?: 'pickup' | 'dropoff';
  retry_at?: string;
};
export type StatusReason = { code: string; message: string };
export type HistoryEntry = { status: string; at: string; revision: number; reason?: StatusReason };
export type Cancellation = {
  state: 'requested' | 'confirmed' | 'declined';
  cancelled_by: string;
  reason_code?: string;
  comment?: string;
  fee: Money;
  requested_at: string;
  decided_at?: string;
};

/** One end of a booking as it was accepted. */
export type AcceptedEnd = {
  store_id?: string;
  address: Address;
  contact?: Contact;
  instructions?: string;
  reference?: string;
  verification?: Verification;
};

/** What was ordered, defaults filled in, as every answer repeats it. */
export type AcceptedDelivery = {
  external_reference: string;
  estimate_id?: string;
  pickup: AcceptedEnd;
  dropoff: AcceptedEnd;
  packages: Json[];
  items?: Json[];
  order_value?: Money;
  restrictions?: Restrictions;
  schedule?: Schedule;
  vehicle_types?: string[];
  service_level: string;
  handover: string;
  undeliverable_action: string;
  cash_on_delivery?: Cash;
  return_verification?: Verification;
  display_reference: string;
  metadata?: Record<string, string>;
};
