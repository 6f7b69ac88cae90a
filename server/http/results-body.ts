import type { LiveRace } from '#server/race/live-race.ts';
import type { ResultsBody } from '#shared/wire/http-api.ts';

import { VersionedBody } from './versioned-body.ts';

/** A body is remade when its `serverTime` gets older than this, even if nothing changed. */
const MAX_AGE_MS = 10_000;
/** Making bodies takes at most one part in this many of the time, however fast the race changes. */
const REST_PER_WORK = 4;

/**
 * Gives the body of GET /api: made at most once a version, and only when asked
 * for. While a large race changes many times a second, one that is a moment
 * old is served: it says which version it is, and the feed leads on from there.
 */
export class ResultsBodySource {
  readonly #race: LiveRace;
  #body: VersionedBody | undefined;
  #epoch = '';
  #version = -1;
  #madeMs = 0;
  #nextMs = 0;

  constructor(race: LiveRace) {
    this.#race = race;
    race.on('reloaded', () => {
      this.#body = undefined;
    });
  }

  getBody(nowMs: number): VersionedBody {
    const { epoch, version } = this.#race.head;
    if (this.#body && epoch === this.#epoch) {
      const isCurrent = version === this.#version && nowMs - this.#madeMs < MAX_AGE_MS;
      if (isCurrent || nowMs < this.#nextMs) return this.#body;
    }
    const startedMs = performance.now();
    this.#body = new VersionedBody(`W/"${epoch}-${version}"`, this.#render(nowMs));
    this.#epoch = epoch;
    this.#version = version;
    this.#madeMs = nowMs;
    this.#nextMs = nowMs + REST_PER_WORK * (performance.now() - startedMs);
    return this.#body;
  }

  #render(nowMs: number): string {
    const { head, standings } = this.#race;
    const body: ResultsBody = {
      runners: { data: standings.presentAll() },
      ...head,
      serverTime: nowMs,
      totals: standings.totals,
    };
    return JSON.stringify(body);
  }
}
