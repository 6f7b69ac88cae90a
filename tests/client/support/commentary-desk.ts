import { ArrivalBook } from '#client/features/commentary/arrival-book.ts';
import type { KeptBook } from '#client/features/commentary/kept-log.ts';
import { RaceStore } from '#client/live/race-store.tsx';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { MINUTE_MS } from '#shared/model/time.ts';

import { buildResult } from './build-result.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);

/** A commentator with a book, before a race that is told in minutes. */
export class Desk {
  readonly store = new RaceStore();
  nowMs = GUN_MS + 60 * MINUTE_MS;
  readonly book: ArrivalBook;
  /** Where the race stands. */
  version = 0;

  constructor(rows: readonly UnrankedResult[] = [], kept?: KeptBook, version = 0) {
    this.book = new ArrivalBook(this.store, () => this.nowMs, kept);
    this.version = version;
    this.tell(rows);
    this.book.look({ point: 'finish', events: USUAL_COURSES.events });
    this.book.follow();
  }

  /** The whole race as it is by now. */
  tell(rows: readonly UnrankedResult[], epoch = 'e'): void {
    this.version += 1;
    const head = { epoch, version: this.version };
    const snapshot = {
      ...head,
      madeMs: this.version,
      setup: '',
      results: [...rows],
      totals: USUAL_COURSES.byEvent(() => 900),
    };
    this.store.replica.load(snapshot, this.nowMs, epoch);
    this.store.update({ head });
  }

  get shown(): string[] {
    return this.book.getSnapshot().rows.map(({ result }) => result.runnerId);
  }

  get waiting(): number {
    return this.book.getSnapshot().waiting;
  }

  /** What has to be put right: of whom, and how. */
  get notices(): string[] {
    return this.book
      .getSnapshot()
      .notices.map(({ arrival, isLate, wasMs, lost, won }) =>
        [
          arrival.result.runnerId,
          isLate ? 'late' : '',
          arrival.isRevoked ? 'back' : '',
          wasMs === undefined ? '' : `was ${wasMs / MINUTE_MS}`,
          ...lost.map(({ kind, of }) => `-${kind} ${of}`),
          ...won.map(({ kind, of }) => `+${kind} ${of}`),
        ]
          .filter(Boolean)
          .join(' '),
      );
  }
}

export const at = (runnerId: string, minutes: number, given: Partial<UnrankedResult> = {}) =>
  buildResult({
    runnerId,
    totalMs: minutes * MINUTE_MS,
    startedAtMs: GUN_MS,
    ageGroup: '',
    ...given,
  });
