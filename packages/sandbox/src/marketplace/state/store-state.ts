import type { SandboxClock } from '../../kernel/clock.ts';
import type { LiveMenu } from '../domain/menus/live-menu.ts';
import { workedOut } from '../domain/stores/blockers.ts';
import type { Standing } from '../domain/stores/store-availability.ts';
import type { Blocker, Integration, Requested, Store, StoreMenu } from './store-model.ts';
import { Timers } from './timers.ts';

/**
 * A store as the sandbox remembers it. What follows from the clock is worked out from this (see
 * `standing.ts`).
 */
export class StoreState {
  /** What never changes here: name, address, hours and the like. */
  readonly base: Store;
  readonly timers: Timers;
  /** What was last asked for. */
  requested: Requested;
  /** What keeps it from taking orders besides its hours, its request and its menu. */
  imposed: Blocker[];
  /** Orders that were rejected or ran out of time, in a row. */
  rejections = 0;
  /** Orders that were not acknowledged in time, in a row. */
  missed = 0;
  menu: StoreMenu;
  live: LiveMenu | undefined;
  /** The menu that is being put live. */
  coming: LiveMenu | undefined;
  /** Whether the next menu is not to go live, because a scenario asked for it. */
  failsNextMenu = false;
  integration: Integration;
  revision: number;
  updatedAt: string;
  /** The last answer about its standing, for as long as nothing changes. */
  standing: Standing | undefined;
  readonly #clock: SandboxClock;
  readonly #onChange: (id: string) => void;

  constructor(base: Store, clock: SandboxClock, onChange: (id: string) => void) {
    this.base = base;
    this.#clock = clock;
    this.#onChange = onChange;
    this.timers = new Timers(clock);
    this.requested = base.requested;
    this.imposed = base.blockers.filter(({ code }) => !workedOut.includes(code));
    this.menu = base.menu;
    this.integration = base.integration;
    this.revision = base.revision;
    this.updatedAt = base.updated_at;
  }

  /** Announces a change: another revision. */
  changed(): void {
    this.revision += 1;
    this.updatedAt = this.#clock.instant();
    this.standing = undefined;
    this.touched();
  }

  /** Something is different that neither raises the revision nor concerns its standing. */
  touched(): void {
    this.#onChange(this.base.id);
  }

  has(blocker: string): boolean {
    return this.imposed.some(({ code }) => code === blocker);
  }

  impose(blocker: Blocker): void {
    this.imposed = [...this.imposed.filter(({ code }) => code !== blocker.code), blocker];
    this.changed();
  }

  lift(code: string): void {
    if (!this.has(code)) return;
    this.imposed = this.imposed.filter((one) => one.code !== code);
    this.changed();
  }
}
