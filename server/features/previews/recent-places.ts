import type { LiveRace } from '#server/race/live-race.ts';
import type { EventCode } from '#shared/model/event.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { DurationMs } from '#shared/model/time.ts';
import { SECOND_MS } from '#shared/model/time.ts';
import type { GroupPlaces } from '#shared/scoring/group-places.ts';
import { FieldPlaces } from '#shared/scoring/group-places.ts';
import type { StagePoint } from '#shared/scoring/stage-point.ts';
import type { Head } from '#shared/wire/http-api.ts';

/** While the race goes on places may be so old. */
const MOST_AGE_MS = SECOND_MS;

interface Gathered {
  readonly places: FieldPlaces;
  readonly head: Head;
  readonly atMs: DurationMs;
}

/**
 * The places that pages and pictures of runners tell. A crowd, or one stranger, opens thousands of them: all
 * that are opened within a second go through the field once.
 */
export class RecentPlaces {
  readonly #race: Pick<LiveRace, 'head' | 'standings'>;
  readonly #gathered = new Map<EventCode, Gathered>();

  constructor(race: Pick<LiveRace, 'head' | 'standings'>) {
    this.#race = race;
  }

  find(result: UnrankedResult, point: StagePoint): GroupPlaces {
    const { events: event } = result;
    const { head, standings } = this.#race;
    const atMs = performance.now();
    let gathered = this.#gathered.get(event);
    if (!gathered || !isRecent(gathered, head, atMs)) {
      gathered = { places: new FieldPlaces(standings.listed(event)), head, atMs };
      this.#gathered.set(event, gathered);
    }
    return gathered.places.find(result, point);
  }
}

function isRecent({ head, atMs }: Gathered, now: Head, nowMs: DurationMs): boolean {
  if (head.epoch !== now.epoch) return false;
  return head.version === now.version || nowMs - atMs < MOST_AGE_MS;
}
