import type { MarketplaceState } from '../../state/marketplace-state.ts';
import type { StoreMenu } from '../../state/store-model.ts';
import type { StoreState } from '../../state/store-state.ts';
import { toMenuFinding } from './finding.ts';
import type { LiveMenu } from './live-menu.ts';
import { pictureFindings } from './warnings.ts';

const second = 1_000;
/**
 * When a submitted menu should be live, as reports say it, and how long it really takes at most.
 */
export const expectedWithin = 300 * second;
const takesAtLeast = 60;
const takesAtMost = 270;
/** When publishing is given up (contract: `MenuFailureCode` `publishing_timed_out`). */
const givenUpAfter = 1_800 * second;
const mostWarnings = 100;

/** Puts a menu live in a store a while later. One that is still on its way there is overtaken. */
export function publish(
  { parts: { clock, random } }: MarketplaceState,
  store: StoreState,
  menu: LiveMenu,
  reference: string | undefined,
): void {
  store.coming = menu;
  store.menu = {
    status: 'publishing',
    ...soldFrom(store.menu),
    submitted_version: menu.version,
    submitted_at: clock.instant(),
    ...(reference !== undefined && { reference }),
  };
  store.changed();
  const fails = store.failsNextMenu;
  store.failsNextMenu = false;
  const wait = fails ? givenUpAfter : random.between(takesAtLeast, takesAtMost) * second;
  store.timers.set('publish', clock.now() + wait, () =>
    fails ? giveUp(store) : goLive(store, menu, clock.instant()),
  );
}

function goLive(store: StoreState, menu: LiveMenu, at: string): void {
  const warnings = pictureFindings(menu.content).slice(0, mostWarnings).map(toMenuFinding);
  store.live = menu;
  store.coming = undefined;
  store.menu = {
    ...submittedBy(store.menu),
    status: 'live',
    menu_version: menu.version,
    published_at: at,
    item_count: menu.content.items.length,
    ...(warnings.length > 0 && { warnings }),
  };
  store.changed();
}

function giveUp(store: StoreState): void {
  store.coming = undefined;
  store.menu = {
    ...soldFrom(store.menu),
    ...submittedBy(store.menu),
    status: 'failed',
    failure: {
      code: 'publishing_timed_out',
      message: 'Publishing took longer than 30 minutes and was given up.',
    },
  };
  store.changed();
}

/** What is known of the version that is sold from. */
const soldFrom = ({ menu_version, published_at, item_count }: StoreMenu): Partial<StoreMenu> => ({
  ...(menu_version !== undefined && { menu_version }),
  ...(published_at !== undefined && { published_at }),
  ...(item_count !== undefined && { item_count }),
});

/** What is known of the last submission. */
const submittedBy = ({
  submitted_version,
  submitted_at,
  reference,
}: StoreMenu): Partial<StoreMenu> => ({
  ...(submitted_version !== undefined && { submitted_version }),
  ...(submitted_at !== undefined && { submitted_at }),
  ...(reference !== undefined && { reference }),
});
