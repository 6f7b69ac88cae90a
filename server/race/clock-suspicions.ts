import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';
import type { Notice } from '#shared/wire/missing-api.ts';
import type { ClockSuspicion } from '#shared/wire/reads-api.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { type HeldRead, suspectClocks } from '#shared/scoring/suspect-clocks.ts';

import type { LiveRace } from './live-race.ts';

/** Looking at all reads takes its time: after each look so many times as long is left to others, and this at least. */
const REST = 30;
const LEAST_REST_MS: DurationMs = 5 * SECOND_MS;

/** Which clocks seem to be wrong (RULES.md CR6), looked at anew when there are more reads and it can be afforded. */
export class ClockSuspicions {
  readonly #race: LiveRace;
  #known: readonly ClockSuspicion[] = [];
  #version = '';
  #corrections: object | undefined;
  #restUntilMs = 0;

  constructor(race: LiveRace) {
    this.#race = race;
  }

  /** As they were at the last look; a correction, which somebody waits for, is looked at at once. */
  read(): readonly ClockSuspicion[] {
    const { head, reads, config } = this.#race;
    const version = `${head.epoch} ${head.version}`;
    const isCorrected = reads.corrections !== this.#corrections;
    const startedMs = performance.now();
    if (version === this.#version || (!isCorrected && startedMs < this.#restUntilMs)) {
      return this.#known;
    }
    this.#known = suspectClocks(listHeld(this.#race), scoringRulesOf(config));
    this.#version = version;
    this.#corrections = reads.corrections;
    const endedMs = performance.now();
    this.#restUntilMs = endedMs + Math.max(LEAST_REST_MS, REST * (endedMs - startedMs));
    return this.#known;
  }

  /** What organisers are told wherever they are; the figures, which change with each read, stand at the reads. */
  listNotices(): Notice[] {
    return this.read().map(({ source, point, shiftMs }) => {
      const kind = 'clock-suspected' as const;
      return shiftMs === null ? { kind, source, point } : { kind, source, point, shiftMs };
    });
  }
}

function* listHeld(race: LiveRace): Generator<HeldRead> {
  for (const asRead of race.reads.listAsRead()) {
    const corrected = race.reads.findCorrected(asRead);
    const scan = corrected ? corrected.scan : asRead;
    if (scan) yield { runner: race.findHolder(scan.bandId), scan, asRead };
  }
}
