import { THE_DESK } from '#shared/model/decisions.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';
import type { Notice } from '#shared/wire/missing-api.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import type { HeldRead } from '#shared/checks/sightings.ts';
import { type ClockFindings, suspectClocks } from '#shared/checks/suspect-clocks.ts';

import type { LiveRace } from './live-race.ts';

/** The pause after a check of all reads, in times of its duration, and at least. */
const PAUSE_FACTOR = 30;
const LEAST_PAUSE_MS: DurationMs = 5 * SECOND_MS;

/** The clocks that seem to be wrong (RULES.md CR6), checked again after new reads. */
export class ClockSuspicions {
  readonly #race: LiveRace;
  #known: ClockFindings = { suspicions: [], right: [], swaps: [] };
  #version = '';
  #corrections: object | undefined;
  #pausedUntilMs = 0;

  constructor(race: LiveRace) {
    this.#race = race;
  }

  /** Checks again if a check is due, as it always is after a correction, whose author waits for the result. */
  read(): ClockFindings {
    const { head, reads, config } = this.#race;
    const version = `${head.epoch} ${head.version}`;
    const isPaused =
      reads.corrections === this.#corrections && performance.now() < this.#pausedUntilMs;
    if (version === this.#version || isPaused) return this.#known;
    const startedMs = performance.now();
    this.#known = suspectClocks(listReads(this.#race), scoringRulesOf(config));
    this.#version = version;
    this.#corrections = reads.corrections;
    const endedMs = performance.now();
    const pauseMs = Math.max(LEAST_PAUSE_MS, PAUSE_FACTOR * (endedMs - startedMs));
    this.#pausedUntilMs = endedMs + pauseMs;
    return this.#known;
  }

  /** Notices for every organisers' screen; the figures, which change with each read, are on Reads. */
  listNotices(): Notice[] {
    const { swaps, suspicions } = this.read();
    return [
      ...swaps.map(({ source, point, other, otherPoint }): Notice => {
        return { kind: 'sources-swapped', source, point, other, otherPoint };
      }),
      ...Array.from(suspicions, ({ source, point, shiftMs, by, rival }): Notice => {
        return {
          kind: 'clock-suspected',
          source,
          point,
          ...(shiftMs !== null && { shiftMs }),
          ...(by === 'arrival' && { isSure: true }),
          ...(rival !== undefined && { rival }),
        };
      }),
    ];
  }
}

function* listReads(race: LiveRace): Generator<HeldRead> {
  const { reads } = race;
  for (const asRead of reads.listAsRead()) {
    const corrected = reads.findCorrected(asRead);
    const scan = corrected ? corrected.scan : asRead;
    // Typed reads have no clock (RULES.md CR7).
    if (scan && scan.source !== THE_DESK)
      yield { runner: race.findHolder(scan.bandId), scan, asRead };
  }
}
