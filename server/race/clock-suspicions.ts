import type { Logger } from '#server/observe/logger.ts';
import { THE_DESK } from '#shared/model/decisions.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';
import type { Notice } from '#shared/wire/missing-api.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import type { HeldRead } from '#shared/checks/sightings.ts';
import { type ClockFindings, suspectClocks } from '#shared/checks/suspect-clocks.ts';

import type { LiveRace } from './live-race.ts';

/** Looking at all reads takes time: after each look others get this many times as long, and at least this. */
const REST = 30;
const LEAST_REST_MS: DurationMs = 5 * SECOND_MS;

/** The clocks that seem to be wrong (RULES.md CR6), judged again when there are more reads and time for it. */
export class ClockSuspicions {
  readonly #race: LiveRace;
  readonly #logger: Logger;
  #known: ClockFindings = { suspicions: [], right: [], swaps: [] };
  #version = '';
  #corrections: object | undefined;
  #restUntilMs = 0;
  #looking: Promise<void> | undefined;

  constructor(race: LiveRace, logger: Logger) {
    this.#race = race;
    this.#logger = logger;
  }

  /** As of the last look that was due; after a correction, which somebody waits for, it looks at once. */
  async read(): Promise<ClockFindings> {
    // A look under way may have begun before the last correction.
    await this.#looking;
    if (this.#isDue()) await this.#look();
    return this.#known;
  }

  /** Notices for every organisers' screen; the figures, which change with each read, are on Reads. */
  listNotices(): Notice[] {
    if (this.#isDue()) {
      this.#look().catch((error: unknown) =>
        this.#logger.error({ err: error }, 'Cannot look for wrong clocks'),
      );
    }
    const swapped = this.#known.swaps.map(({ source, point, other, otherPoint }): Notice => {
      return { kind: 'sources-swapped', source, point, other, otherPoint };
    });
    const suspected = this.#known.suspicions.map(
      ({ source, point, shiftMs, by, rival }): Notice => {
        return {
          kind: 'clock-suspected',
          source,
          point,
          ...(shiftMs === null ? {} : { shiftMs }),
          ...(by === 'arrival' ? { isSure: true } : {}),
          ...(rival ? { rival: rival.source } : {}),
        };
      },
    );
    return [...swapped, ...suspected];
  }

  #isDue(): boolean {
    const { head, reads } = this.#race;
    if (`${head.epoch} ${head.version}` === this.#version) return false;
    return reads.corrections !== this.#corrections || performance.now() >= this.#restUntilMs;
  }

  /** One look at a time. */
  #look(): Promise<void> {
    this.#looking ??= this.#suspect().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #suspect(): Promise<void> {
    const { head, reads, config } = this.#race;
    const { corrections } = reads;
    const startedMs = performance.now();
    this.#known = suspectClocks(listHeld(this.#race), scoringRulesOf(config));
    this.#version = `${head.epoch} ${head.version}`;
    this.#corrections = corrections;
    const endedMs = performance.now();
    this.#restUntilMs = endedMs + Math.max(LEAST_REST_MS, REST * (endedMs - startedMs));
  }
}

function* listHeld(race: LiveRace): Generator<HeldRead> {
  const { reads } = race;
  for (const asRead of reads.listAsRead()) {
    const corrected = reads.findCorrected(asRead);
    const scan = corrected ? corrected.scan : asRead;
    // Typed reads are by no clock (RULES.md CR7).
    if (scan && scan.source !== THE_DESK)
      yield { runner: race.findHolder(scan.bandId), scan, asRead };
  }
}
