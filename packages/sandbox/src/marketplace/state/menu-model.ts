import { entityLists } from '../../validation/menu-entities.ts';
import type { FulfillmentType, Money } from './store-model.ts';

// The menu and its parts as JSON, with the names and members of the contract, as far as the rules
// look at them.

export type Translation = { locale: string; name: string; description?: string };
export type ServicePeriod = { day: string; opens: string; closes: string };
export type Menu = {
  id: string;
  name: string;
  translations?: Translation[];
  category_ids: string[];
  fulfillment_types?: FulfillmentType[];
  availability?: ServicePeriod[];
};
export type Category = {
  id: string;
  name: string;
  description?: string;
  translations?: Translation[];
  item_ids: string[];
  image_url?: string;
};
export type PriceOverride = { fulfillment_type?: FulfillmentType; store_id?: string; price: Money };
export type BundleItem = { item_id: string; quantity: number; price?: Money };
export type MenuItem = {
  id: string;
  external_id?: string;
  name: string;
  translations?: Translation[];
  price: Money;
  price_overrides?: PriceOverride[];
  availability?: { state: 'available' | 'unavailable' | 'hidden'; until?: string };
  stock_quantity?: number;
  max_per_order?: number;
  tax?: { rate: string; category?: string };
  deposit?: Money;
  packaging_fee?: Money;
  modifier_group_ids?: string[];
  bundle_items?: BundleItem[];
  allergens?: { allergen: string; presence: string }[];
  age_restricted?: boolean;
  alcohol_by_volume?: string;
  barcodes?: string[];
  image_urls?: string[];
};
export type ModifierChoice = {
  item_id: string;
  price?: Money;
  default_quantity?: number;
  included_quantity?: number;
};
export type ModifierGroup = {
  id: string;
  external_id?: string;
  name: string;
  translations?: Translation[];
  min_selections: number;
  max_selections: number;
  max_per_modifier?: number;
  modifiers: ModifierChoice[];
};

/** What is sold: a submission without what concerns the submitting. */
export type MenuContent = {
  currency: string;
  default_locale: string;
  prices_include_tax: boolean;
  menus: Menu[];
  categories: Category[];
  items: MenuItem[];
  modifier_groups: ModifierGroup[];
};
export type Submission = MenuContent & {
  store_ids: string[];
  reference?: string;
  validate_only?: boolean;
  max_removed_percent?: number;
};

export type ListName = keyof typeof entityLists;
export const listNames = Object.keys(entityLists) as ListName[];
export type Entity = Menu | Category | MenuItem | ModifierGroup;
