import { ObservableState } from '#client/live/observable-state.ts';
import type { Timers } from '#client/live/timers.ts';
import { HOUR_MS, SECOND_MS } from '#shared/model/time.ts';

import { inOrder, isUnsent, type KeptTap, lacksBib } from './marshal-tap.ts';
import type { ChangeTap, TapDatabase } from './tap-database.ts';

/** A tap that is not stored after this time counts as not stored. */
const KEEP_MS = 5 * SECOND_MS;
/** Answered taps stay for the weekend of a race. */
const FORGET_AFTER_MS = 96 * HOUR_MS;

export interface JournalState {
  readonly taps: readonly KeptTap[];
  /** Taps that are not stored, by id: still being stored, or failed. */
  readonly unkept: ReadonlyMap<string, 'keeping' | 'failed'>;
  /** The stored taps are included, or cannot be read. */
  readonly isRead: boolean;
}

/** The taps of this phone (SCREENS.md MR2). One that cannot be stored stays in the page, and is tried again with the next. */
export class Journal extends ObservableState<JournalState> {
  readonly #database: TapDatabase;
  readonly #timers: Timers;

  constructor(database: TapDatabase, timers: Timers) {
    super({ taps: [], unkept: new Map(), isRead: false });
    this.#database = database;
    this.#timers = timers;
  }

  /** Takes in the stored taps of the last visit and of other tabs. A failed read counts as an empty one. */
  async read(): Promise<void> {
    let kept: KeptTap[] = [];
    const cancel = this.#timers.after(KEEP_MS, () => this.update({ isRead: true }));
    try {
      kept = await this.#database.readTaps();
    } catch {
      // Each tap shows whether it is stored.
    }
    cancel();
    const { unkept } = this.getSnapshot();
    this.#take(kept.filter(({ reportId }) => !unkept.has(reportId)));
    this.update({ isRead: true });
    this.#forgetOld(kept);
  }

  add(tap: Omit<KeptTap, 'order'>): Promise<boolean> {
    const last = this.getSnapshot().taps.at(-1)?.order ?? 0;
    // Sorts after taps in the database that are not read yet.
    const order = Math.max(last + 1, this.#timers.now());
    return this.change([{ ...tap, order }], (kept) => kept);
  }

  /** Changes taps, first in the page and then in the database; false if the latter fails. */
  async change(taps: readonly KeptTap[], change: ChangeTap): Promise<boolean> {
    // Retry taps that could not be stored before: there may be room now.
    const { unkept, taps: known } = this.getSnapshot();
    const failed = known.filter(({ reportId }) => unkept.get(reportId) === 'failed');
    const changed = taps.map((tap) => change(tap));
    // Marked before the change is announced, or it would count as stored.
    this.#mark(changed, 'keeping');
    this.#take(changed);
    const fail = (): void => this.#mark(changed, 'failed');
    const cancel = this.#timers.after(KEEP_MS, fail);
    try {
      // The page, not the database, has the latest state of these.
      const latest = new Map([...failed, ...changed].map((tap) => [tap.reportId, tap]));
      const kept = await this.#database.changeTaps([...latest.values()], (tap) => {
        const mine = unkept.has(tap.reportId) ? latest.get(tap.reportId) : undefined;
        return mine ?? change(tap);
      });
      this.#take(kept);
      this.#mark(kept, undefined);
      return true;
    } catch {
      fail();
      return false;
    } finally {
      cancel();
    }
  }

  #take(taps: readonly KeptTap[]): void {
    if (taps.length === 0) return;
    const known = new Map(this.getSnapshot().taps.map((tap) => [tap.reportId, tap]));
    for (const tap of taps) {
      // An answer is final, even if it could not be stored.
      if (known.get(tap.reportId)?.outcome === undefined) known.set(tap.reportId, tap);
    }
    this.update({ taps: inOrder(known.values()) });
  }

  #mark(taps: readonly KeptTap[], state: 'keeping' | 'failed' | undefined): void {
    const unkept = new Map(this.getSnapshot().unkept);
    for (const { reportId } of taps) {
      if (state) unkept.set(reportId, state);
      else unkept.delete(reportId);
    }
    this.update({ unkept });
  }

  #forgetOld(taps: readonly KeptTap[]): void {
    const beforeMs = this.#timers.now() - FORGET_AFTER_MS;
    const old = taps.filter(
      (tap) => !isUnsent(tap) && !lacksBib(tap) && (tap.answeredMs ?? tap.atMs) < beforeMs,
    );
    if (old.length === 0) return;
    // A failed deletion is repeated at the next visit.
    this.#database.forgetTaps(old.map(({ reportId }) => reportId)).catch(() => undefined);
  }
}
