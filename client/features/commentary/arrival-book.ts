import type { Arrival } from '#client/spectators/arrivals.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { type DurationMs, type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import { type StagePoint, timeAt } from '#shared/scoring/stages.ts';
import type { Standings } from '#shared/scoring/standings.ts';

/** Arrivals listed at first; earlier ones on demand. */
export const ARRIVALS_A_PAGE = 100;
/** How long a row stays lit after it appeared on the screen. */
const NEWS_MS: DurationMs = MINUTE_MS;
/** The most rows that a burst adds without being asked for. */
const MOST_LIT = 400;

export interface ShownArrival extends Arrival {
  /** When it stops being new, by the server's clock. */
  readonly litUntilMs: EpochMs;
  /** The runner is not through after all; only where the list is held. */
  readonly isRevoked: boolean;
}

export interface BookPage {
  readonly rows: readonly ShownArrival[];
  /** How many came in while the list was being read. */
  readonly waiting: number;
}

export interface BookView {
  readonly standings: Pick<Standings, 'find'>;
  /** Without it nothing is loaded yet. */
  readonly epoch: string | undefined;
  readonly point: StagePoint;
  readonly events: readonly EventCode[];
  /** The newest first, `limit` of them. */
  readonly arrivals: readonly Arrival[];
  readonly nowMs: EpochMs;
  /** In a background tab nothing counts as shown. */
  readonly isVisible: boolean;
}

interface Seen {
  /** When it came onto the screen; undefined for those who were through at the first look. */
  readonly sinceMs: EpochMs | undefined;
}

/**
 * Which arrivals a commentator has seen: the list stays still while it is read, and an arrival is lit
 * from the moment it is on a visible screen, whichever point or race was shown before.
 */
export class ArrivalBook {
  readonly #seen = new Map<string, Seen>();
  /** By point and race looked at: arrivals up to this moment were cut off at the first look. */
  readonly #cutMs = new Map<string, EpochMs>();
  #view = '';
  #size = ARRIVALS_A_PAGE;
  #rows: readonly Arrival[] = [];
  #isHeld = false;
  #held: readonly Arrival[] | undefined;

  /** How many arrivals `read` needs. */
  get limit(): number {
    return Math.max(MOST_LIT, this.#size);
  }

  /** Held, nothing in the list moves. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (!isHeld) this.#held = undefined;
    else if (this.#rows.length > 0) this.#held ??= this.#rows;
  }

  /** Shows the waiting arrivals, and holds them if the list was held. */
  showNew(): void {
    this.#held = undefined;
  }

  showEarlier(): void {
    this.#size += ARRIVALS_A_PAGE;
    this.#held = undefined;
  }

  read(view: BookView): BookPage {
    const { arrivals, standings, epoch = '', point, events, nowMs, isVisible } = view;
    const name = `${epoch} ${point} ${events.join(' ')}`;
    if (name !== this.#view) {
      this.#view = name;
      this.#size = ARRIVALS_A_PAGE;
      this.#held = undefined;
    }
    if (view.epoch !== undefined) this.#begin(view);
    const seenOf = ({ result }: Arrival): Seen | undefined =>
      this.#seen.get(`${point} ${result.runnerId}`);
    const isNews = (one: Arrival): boolean => {
      const { sinceMs = nowMs } = seenOf(one) ?? {};
      return this.#isNews(one, epoch, point) && nowMs - sinceMs < NEWS_MS;
    };
    const lastNews = this.#held ? -1 : arrivals.slice(0, MOST_LIT).findLastIndex(isNews);
    this.#rows = this.#held ?? arrivals.slice(0, Math.max(this.#size, lastNews + 1));
    if (this.#isHeld && this.#rows.length > 0) this.#held = this.#rows;
    const listed = new Set(this.#rows.map(({ result }) => result.runnerId));
    const isWaiting = (one: Arrival): boolean =>
      !listed.has(one.result.runnerId) && !seenOf(one) && this.#isNews(one, epoch, point);
    const rows = this.#rows.flatMap((one): ShownArrival | [] => {
      // The current row: the runner may have become private since.
      const result = standings.find(one.result.runnerId);
      if (!result) return [];
      const elapsedMs = timeAt(result, point);
      const isRevoked = elapsedMs === null;
      const arrival = { ...one, result, elapsedMs: elapsedMs ?? one.elapsedMs };
      const known = seenOf(one);
      const sinceMs = known ? known.sinceMs : nowMs;
      if (!known && isVisible && epoch !== '') {
        this.#seen.set(`${point} ${result.runnerId}`, { sinceMs });
      }
      return { ...arrival, litUntilMs: (sinceMs ?? one.atMs) + NEWS_MS, isRevoked };
    });
    return { rows, waiting: this.#held ? arrivals.filter(isWaiting).length : 0 };
  }

  /** Runners who had already passed a point at the first look are not news. */
  #begin({ epoch, arrivals, point, events }: BookView): void {
    for (const event of events) {
      const key = `${epoch} ${point} ${event}`;
      if (this.#cutMs.has(key)) continue;
      const isCut = arrivals.length >= this.limit;
      this.#cutMs.set(key, (isCut ? arrivals.at(-1)?.atMs : undefined) ?? -Infinity);
      for (const { result } of arrivals) {
        if (result.events !== event) continue;
        this.#seen.set(`${point} ${result.runnerId}`, { sinceMs: undefined });
      }
    }
  }

  #isNews({ result, atMs }: Arrival, epoch: string, point: StagePoint): boolean {
    const { runnerId, events } = result;
    const seen = this.#seen.get(`${point} ${runnerId}`);
    if (seen) return seen.sinceMs !== undefined;
    return atMs > (this.#cutMs.get(`${epoch} ${point} ${events}`) ?? Infinity);
  }
}
