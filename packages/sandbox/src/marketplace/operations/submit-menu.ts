import type { JsonObject } from '@delivery-api/specs/contract';
import type { Command } from '../../kernel/command.ts';
import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import { isForeign } from '../../kernel/tokens.ts';
import { judgeMenu } from '../domain/menus/check-menu.ts';
import { compare, type Difference, isSameContent } from '../domain/menus/compare.ts';
import { type Finding, toMenuFinding } from '../domain/menus/finding.ts';
import { LiveMenu } from '../domain/menus/live-menu.ts';
import { expectedWithin, publish } from '../domain/menus/publishing.ts';
import type { CheckForm } from '../domain/menus/schema-check.ts';
import type { MarketplaceState } from '../state/marketplace-state.ts';
import { listNames, type MenuContent, type Submission } from '../state/menu-model.ts';
import { contentOf } from '../state/seeds.ts';
import type { StoreState } from '../state/store-state.ts';

/**
 * From so many live items on, `max_removed_percent` is looked at; and what it is where nobody says
 * (contract: `SubmitMenuRequest`).
 */
const guardedFrom = 20;
const usualGuard = 50;
const mostWarnings = 1000;

/**
 * Answers submitMenu: checks everything, and puts the menu live in the background, in all named
 * stores or in none.
 *
 * @throws {ProblemError} `validation_failed`, `menu_invalid`, `store_not_found`, `removal_guard`
 */
export function submitMenu(
  market: MarketplaceState,
  check: CheckForm,
  call: Command,
): SandboxResponse {
  const { clock, newId } = market.parts;
  const now = clock.now();
  const warnings = judgeMenu(check, call.operation, call.body, knownStores(market, call), now);
  const submission = call.body as Submission;
  const stores = storesOf(market, submission, call);
  const content = contentOf(submission);
  const difference = comparer(content, now);
  const changes = stores.map((store) => ({ store, difference: difference(store.live) }));
  guard(changes, submission);
  const report = (status: string, more: JsonObject, kept = changes): JsonObject =>
    reportOf(submission, kept, warnings, clock.instant(), status, more);
  if (submission.validate_only) return { status: 200, body: report('validated', {}) };
  const [first] = stores;
  if (first !== undefined && hasAlready(stores, content, now)) {
    const nothing = changes.map(({ store }) => ({
      store,
      difference: { added: 0, updated: 0, removed: 0, removedItems: 0 },
    }));
    return {
      status: 200,
      body: report(
        'unchanged',
        { menu_version: (first.coming ?? (first.live as LiveMenu)).version },
        nothing,
      ),
    };
  }
  const version = newId('mnu');
  for (const store of stores)
    publish(market, store, new LiveMenu(version, content), submission.reference);
  const liveAt = clock.instant(now + expectedWithin);
  return {
    status: 202,
    body: report('publishing', { menu_version: version, expected_live_at: liveAt }),
  };
}

const namedIn = (body: unknown): string[] => {
  const ids = (body as { store_ids?: unknown } | null)?.store_ids;
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
};

const knownStores = ({ stores }: MarketplaceState, { body, token }: Command): StoreState[] =>
  isForeign(token) ? [] : namedIn(body).flatMap((id) => stores.get(id) ?? []);

function storesOf(
  market: MarketplaceState,
  { store_ids }: Submission,
  call: Command,
): StoreState[] {
  const known = knownStores(market, call);
  if (known.length === store_ids.length) return known;
  const missing = store_ids.filter((id) => !known.some(({ base }) => base.id === id));
  throw new ProblemError('store_not_found', `Your integration has no store ${missing.join(', ')}.`);
}

/** Whether all stores sell from this already, or will as soon as it is live. */
function hasAlready(stores: readonly StoreState[], content: MenuContent, now: number): boolean {
  const last = stores.map(({ live, coming }) => coming ?? live);
  const contents = new Set(
    last.map((menu) => (menu === undefined || menu.off(now).length > 0 ? undefined : menu.content)),
  );
  return [...contents].every((one) => one !== undefined && isSameContent(one, content));
}

/** Compares a menu with that of each store; stores that sell the same are compared once. */
function comparer(content: MenuContent, now: number): (live: LiveMenu | undefined) => Difference {
  const known = new Map<MenuContent | undefined, Difference>();
  return (live) => {
    if (live !== undefined && live.off(now).length > 0) return compare(live, content, now);
    const difference = known.get(live?.content) ?? compare(live, content, now);
    known.set(live?.content, difference);
    return difference;
  };
}

interface Change {
  store: StoreState;
  difference: Difference;
}

function guard(
  changes: readonly Change[],
  { max_removed_percent: most = usualGuard }: Submission,
): void {
  for (const { store, difference } of changes) {
    const count = store.live?.content.items.length ?? 0;
    const { removedItems } = difference;
    if (count < guardedFrom || removedItems * 100 <= most * count) continue;
    const percent = Math.round((removedItems * 100) / count);
    throw new ProblemError(
      'removal_guard',
      `${removedItems} of ${count} live items of store ${store.base.id} are missing, ${percent} %; max_removed_percent is ${most}.`,
      { members: { entity_count: count, removed_count: removedItems } },
    );
  }
}

function reportOf(
  submission: Submission,
  changes: readonly Change[],
  warnings: Finding[],
  receivedAt: string,
  status: string,
  more: JsonObject,
): JsonObject {
  return {
    status,
    ...more,
    ...(submission.reference !== undefined && { reference: submission.reference }),
    received_at: receivedAt,
    counts: Object.fromEntries(listNames.map((list) => [list, submission[list].length])),
    stores: changes.map(({ store, difference: { added, updated, removed } }) => ({
      store_id: store.base.id,
      changed: added + updated + removed > 0,
      added,
      updated,
      removed,
    })),
    warnings: warnings.slice(0, mostWarnings).map(toMenuFinding),
    ...(warnings.length > mostWarnings && { warnings_truncated: true }),
  };
}
