import type { MenuSubmission } from '@delivery-api/marketplace-types';
import type { Command } from '../../kernel/command.ts';
import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import { member } from '../../validation/menu-entities.ts';
import { checkMenu } from '../domain/menus/check-menu.ts';
import type { CheckSubmission } from '../domain/menus/check-schema.ts';
import { compare, type Difference, isSameContent } from '../domain/menus/compare.ts';
import { contentOf } from '../domain/menus/content.ts';
import { liveMenuOf, readMenu } from '../domain/menus/live-menu.ts';
import type { MarketplaceContext } from '../domain/rules/context.ts';
import { expectedPublishTime, publishMenu } from '../scenarios/publish-menu.ts';
import { ownsStore } from '../state/integrations.ts';
import { addMenu, deleteUnusedMenus, newMenuVersion } from '../state/marketplace-state.ts';
import type { MenuContent, StoreRecord } from '../state/records.ts';
import { menuReport, type StoreChange } from '../views/menu-report.ts';
import { updateAvailability } from './update-availability.ts';

/**
 * Minimum number of live items of a store for `defaultMaxRemovedPercent` to apply. Stores with
 * fewer live items have no default limit.
 */
const minGuardedItems = 20;
/** Default of `max_removed_percent`. */
const defaultMaxRemovedPercent = 50;

/**
 * Handles `submitMenu`: checks the whole request, then changes all stores in it or none.
 *
 * @throws {ProblemError} `validation_failed`, `menu_invalid`, `store_not_found`, `removal_guard`
 */
export function submitMenu(
  context: MarketplaceContext,
  checkSchema: CheckSubmission,
  command: Command,
): SandboxResponse {
  const { state, clock, newId } = context;
  const now = clock.now();
  const storesOf = (ids: readonly string[]) => findStores(context, command.token, ids);
  if (member(command.body, 'type') === 'availability')
    return updateAvailability(context, checkSchema, command.body, storesOf);
  const warnings = checkMenu(checkSchema, command.body, storesOf, now);
  const submission = command.body as MenuSubmission;
  const stores = storesOf(submission.store_ids);
  const content = contentOf(submission);
  const changes = changesIn(context, stores, content, now);
  checkRemovals(context, changes, submission);
  const receivedAt = clock.instant();
  if (submission.validate_only) {
    const body = menuReport(submission, changes, warnings, receivedAt, { status: 'validated' });
    return { status: 200, body };
  }
  const [first] = stores;
  if (first !== undefined && isCurrent(context, stores, content, now)) {
    const menu_version = (first.publishing ?? first.live)?.version ?? '';
    const difference = { added: 0, updated: 0, removed: 0, removedItems: 0 };
    const unchangedStores = stores.map((store) => ({ store, difference }));
    const outcome = { status: 'unchanged', menu_version };
    const body = menuReport(submission, unchangedStores, warnings, receivedAt, outcome);
    return { status: 200, body };
  }
  const menu = newMenuVersion(newId('mnu'), addMenu(state, content));
  for (const store of stores) publishMenu(context, store, menu, submission.reference);
  deleteUnusedMenus(state);
  const outcome = {
    status: 'publishing',
    menu_version: menu.version,
    expected_live_at: clock.instant(now + expectedPublishTime),
  };
  return { status: 202, body: menuReport(submission, changes, warnings, receivedAt, outcome) };
}

/**
 * Returns the stores with these IDs.
 *
 * @throws {ProblemError} `store_not_found` with all IDs that do not belong to a store of the
 * integration
 */
function findStores(
  { state }: MarketplaceContext,
  token: string,
  ids: readonly string[],
): StoreRecord[] {
  const stores = ids.flatMap((id) =>
    ownsStore(state, token, id) ? (state.stores.get(id) ?? []) : [],
  );
  if (stores.length === ids.length) return stores;
  const missing = ids.filter((id) => !stores.some((store) => store.id === id));
  const subject = missing.length === 1 ? 'store with the ID' : 'stores with the IDs';
  const detail = `Your integration has no ${subject} ${missing.join(', ')}.`;
  throw new ProblemError('store_not_found', detail);
}

/**
 * Returns whether the latest menu of every store has this content. The latest menu is the one that
 * is being published, otherwise the live menu. A menu with changed availability is never current.
 */
function isCurrent(
  { state }: MarketplaceContext,
  stores: readonly StoreRecord[],
  content: MenuContent,
  now: number,
): boolean {
  const contents = new Set(
    stores.map(({ live, publishing }) => {
      const menu = readMenu(state, publishing ?? live);
      return menu === undefined || menu.changedItems(now).length > 0 ? undefined : menu.content;
    }),
  );
  return [...contents].every((known) => known !== undefined && isSameContent(known, content));
}

/**
 * Compares a menu with the live menu of each store. Content that several stores share is compared
 * only once, except in stores with changed availability.
 */
function changesIn(
  { state }: MarketplaceContext,
  stores: readonly StoreRecord[],
  content: MenuContent,
  now: number,
): StoreChange[] {
  const differences = new Map<MenuContent | undefined, Difference>();
  return stores.map((store) => {
    const live = liveMenuOf(state, store);
    if (live !== undefined && live.changedItems(now).length > 0)
      return { store, difference: compare(live, content, now) };
    const difference = differences.get(live?.content) ?? compare(live, content, now);
    differences.set(live?.content, difference);
    return { store, difference };
  });
}

/**
 * Rejects a submission that removes too many live items from a store.
 *
 * @throws {ProblemError} `removal_guard`
 */
function checkRemovals(
  { state }: MarketplaceContext,
  changes: readonly StoreChange[],
  { max_removed_percent }: MenuSubmission,
): void {
  for (const { store, difference } of changes) {
    const count = liveMenuOf(state, store)?.content.items.length ?? 0;
    const { removedItems } = difference;
    const max = max_removed_percent ?? (count < minGuardedItems ? 100 : defaultMaxRemovedPercent);
    if (removedItems * 100 <= max * count) continue;
    const percent = Math.ceil((removedItems * 100) / count);
    throw new ProblemError(
      'removal_guard',
      `${removedItems} of ${count} live items (${percent}%) of the store ${store.id} are missing from the menu; max_removed_percent is ${max}.`,
      { members: { entity_count: count, removed_count: removedItems } },
    );
  }
}
