import type { Logger } from '#server/observe/logger.ts';
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
  readonly #logger: Logger;
  #known: ClockFindings = { suspicions: [], right: [], swaps: [] };
  #version = '';
  #corrections: object | undefined;
  #pausedUntilMs = 0;
  #checking: Promise<void> | undefined;

  constructor(race: LiveRace, logger: Logger) {
    this.#race = race;
    this.#logger = logger;
  }

  /** Checks again if a check is due, as it always is after a correction, whose author waits for the result. */
  async read(): Promise<ClockFindings> {
    // A check under way may have begun before the last correction.
    await this.#checking;
    if (this.#isDue()) await this.#check();
    return this.#known;
  }

  /** Notices for every organisers' screen; the figures, which change with each read, are on Reads. */
  listNotices(): Notice[] {
    if (this.#isDue()) {
      this.#check().catch((error: unknown) =>
        this.#logger.error({ err: error }, 'Cannot look for wrong clocks'),
      );
    }
    return [
      ...this.#known.swaps.map(({ source, point, other, otherPoint }): Notice => {
        return { kind: 'sources-swapped', source, point, other, otherPoint };
      }),
      ...this.#known.suspicions.map(({ source, point, shiftMs, by, rival }): Notice => {
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

  #isDue(): boolean {
    const { head, reads } = this.#race;
    if (`${head.epoch} ${head.version}` === this.#version) return false;
    return reads.corrections !== this.#corrections || performance.now() >= this.#pausedUntilMs;
  }

  /** One check at a time. */
  #check(): Promise<void> {
    this.#checking ??= this.#checkAll().finally(() => (this.#checking = undefined));
    return this.#checking;
  }

  async #checkAll(): Promise<void> {
    const { head, reads, config } = this.#race;
    const { corrections } = reads;
    const startedMs = performance.now();
    this.#known = suspectClocks(listReads(this.#race), scoringRulesOf(config));
    this.#version = `${head.epoch} ${head.version}`;
    this.#corrections = corrections;
    const endedMs = performance.now();
    const pauseMs = Math.max(LEAST_PAUSE_MS, PAUSE_FACTOR * (endedMs - startedMs));
    this.#pausedUntilMs = endedMs + pauseMs;
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
