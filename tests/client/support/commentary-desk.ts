import { ArrivalBook, type BookPage } from '#client/features/commentary/arrival-book.ts';
import { listLatestArrivals } from '#client/spectators/arrivals.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import type { StagePoint } from '#shared/scoring/stages.ts';
import { Standings } from '#shared/scoring/standings.ts';

import { buildResult } from './build-result.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);

/** A commentator with a book, before a race that is told in minutes. */
export class Desk {
  readonly book = new ArrivalBook();
  nowMs = GUN_MS + 60 * MINUTE_MS;
  point: StagePoint = 'finish';
  events: readonly EventCode[] = USUAL_COURSES.events;
  isVisible = true;
  #epoch = 'e';
  #standings = new Standings(USUAL_COURSES);

  constructor(rows: readonly UnrankedResult[] = []) {
    this.tell(rows);
  }

  /** Shows the whole current race. */
  tell(rows: readonly UnrankedResult[], epoch = 'e'): void {
    this.#epoch = epoch;
    this.#standings = new Standings(USUAL_COURSES);
    this.#standings.replaceAll(
      rows,
      USUAL_COURSES.byEvent(() => 900),
    );
    this.look();
  }

  look(): BookPage {
    const { book, point, events, nowMs, isVisible } = this;
    const standings = this.#standings;
    const arrivals = listLatestArrivals(standings, { point, events, limit: book.limit }, nowMs);
    const epoch = this.#epoch;
    return book.read({ standings, epoch, point, events, arrivals, nowMs, isVisible });
  }

  get shown(): string[] {
    return this.look().rows.map(({ result }) => result.runnerId);
  }

  get waiting(): number {
    return this.look().waiting;
  }

  get lit(): string[] {
    const lit = this.look().rows.filter(({ litUntilMs }) => litUntilMs > this.nowMs);
    return lit.map(({ result }) => result.runnerId);
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
