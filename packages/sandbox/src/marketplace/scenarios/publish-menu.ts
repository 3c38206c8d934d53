import type { StoreMenu } from '@delivery-api/marketplace-types';
import { toMenuFinding } from '../domain/menus/finding.ts';
import { readMenu } from '../domain/menus/live-menu.ts';
import { imageFindings } from '../domain/menus/warnings.ts';
import type { MarketplaceContext } from '../domain/rules/context.ts';
import { deleteUnusedMenus } from '../state/marketplace-state.ts';
import type { StoreMenuVersion, StoreRecord } from '../state/records.ts';
import { reviseStore } from './store-changes.ts';
import { createTask } from './tasks.ts';

const second = 1_000;
/** Time within which a menu is expected to be live. */
export const expectedPublishTime = 300 * second;
/** Minimum and maximum simulated time that publishing takes, in seconds. */
const minPublishSeconds = 60;
const maxPublishSeconds = 270;
/** Time after which publishing fails (contract: `MenuFailureCode` `publishing_timed_out`). */
const publishTimeout = 1_800 * second;
const maxWarnings = 100;

/** Starts publishing a menu in a store, in place of any menu that is still being published. */
export function publishMenu(
  context: MarketplaceContext,
  store: StoreRecord,
  menu: StoreMenuVersion,
  reference: string | undefined,
): void {
  const { clock, random, scheduler } = context;
  const fails = store.failsNextMenu;
  reviseStore(context, store, {
    publishing: menu,
    failsNextMenu: false,
    menu: {
      status: 'publishing',
      ...liveMembers(store.menu),
      submitted_version: menu.version,
      submitted_at: clock.instant(),
      ...(reference !== undefined && { reference }),
    },
  });
  const duration = fails
    ? publishTimeout
    : random.between(minPublishSeconds, maxPublishSeconds) * second;
  const due = clock.now() + duration;
  scheduler.schedule(createTask('marketplace.publish_menu', store.id, due, { fails }));
}

/** Finishes publishing: makes the menu live, or records the failure. */
export function finishPublishing(
  context: MarketplaceContext,
  store: StoreRecord,
  fails: boolean,
): void {
  const { publishing, ...rest } = store;
  const menu = readMenu(context.state, publishing);
  if (publishing === undefined || menu === undefined) return;
  const warnings = imageFindings(menu.content).slice(0, maxWarnings).map(toMenuFinding);
  const failed: StoreMenu = {
    ...liveMembers(store.menu),
    ...submissionMembers(store.menu),
    status: 'failed',
    failure: {
      code: 'publishing_timed_out',
      message: 'Publishing took longer than 30 minutes and was stopped.',
    },
  };
  const live: StoreMenu = {
    ...submissionMembers(store.menu),
    status: 'live',
    menu_version: menu.version,
    published_at: context.clock.instant(),
    item_count: menu.content.items.length,
    ...(warnings.length > 0 && { warnings }),
  };
  reviseStore(context, rest, fails ? { menu: failed } : { live: publishing, menu: live });
  deleteUnusedMenus(context.state);
}

/** Returns the members that describe the live version of a menu. */
const liveMembers = ({ menu_version, published_at, item_count }: StoreMenu) => ({
  ...(menu_version !== undefined && { menu_version }),
  ...(published_at !== undefined && { published_at }),
  ...(item_count !== undefined && { item_count }),
});

/** Returns the members that describe the last submission of a menu. */
const submissionMembers = ({ submitted_version, submitted_at, reference }: StoreMenu) => ({
  ...(submitted_version !== undefined && { submitted_version }),
  ...(submitted_at !== undefined && { submitted_at }),
  ...(reference !== undefined && { reference }),
});
