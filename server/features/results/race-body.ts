import type { LiveRace } from '#server/race/live-race.ts';

import { VersionedBody } from '#server/web/versioned-body.ts';

/** Making bodies takes at most one part in this many of the time, however fast the race changes. */
const REST_PER_WORK = 4;

export interface RaceBodyOptions {
  /** The version of the race that a body made now would show. */
  readonly findVersion: () => number;
  readonly render: (nowMs: number) => string;
  /** A body is remade when it gets older than this, even if nothing changed. */
  readonly maxAgeMs?: number;
}

/**
 * Gives a body about the race: made at most once a version, and only when asked
 * for. While a large race changes many times a second, one that is a moment
 * old is served: it says which version it is, and the feed leads on from there.
 */
export class RaceBodySource {
  readonly #race: LiveRace;
  readonly #options: RaceBodyOptions;
  #body: VersionedBody | undefined;
  #epoch = '';
  #version = -1;
  #madeMs = 0;
  #nextMs = 0;

  constructor(race: LiveRace, options: RaceBodyOptions) {
    this.#race = race;
    this.#options = options;
    race.on('reloaded', () => {
      this.#body = undefined;
    });
  }

  getBody(nowMs: number): VersionedBody {
    const { findVersion, render, maxAgeMs = Infinity } = this.#options;
    const { epoch } = this.#race.head;
    const version = findVersion();
    if (this.#body && epoch === this.#epoch) {
      const isCurrent = version === this.#version && nowMs - this.#madeMs < maxAgeMs;
      if (isCurrent || nowMs < this.#nextMs) return this.#body;
    }
    const startedMs = performance.now();
    this.#body = new VersionedBody(`W/"${epoch}-${version}"`, render(nowMs));
    this.#epoch = epoch;
    this.#version = version;
    this.#madeMs = nowMs;
    this.#nextMs = nowMs + REST_PER_WORK * (performance.now() - startedMs);
    return this.#body;
  }
}
