import type { Logger } from '#server/observe/logger.ts';
import type { AlarmRecords } from '#server/store/alarm-records.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import type { RaceForecasts } from '#server/race/race-forecasts.ts';
import { isClaimed, nameAlarm } from '#shared/control/alarms.ts';
import type { ToDo } from '#shared/control/to-do.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';

import { findAlarms } from './find-alarms.ts';

const LOOK_MS: DurationMs = 10 * SECOND_MS;
/** Looking at a large field takes time: after each look the pause is this many times as long. */
const REST = 30;
/** The worst ones; nobody reads more on a phone. */
const MOST_STANDING = 1_000;

export interface AlarmWatchParts {
  readonly race: LiveRace;
  readonly forecasts: Pick<RaceForecasts, 'findAll'>;
  readonly records: Pick<AlarmRecords, 'listIds' | 'claim' | 'forgetClaims'>;
  readonly tell: (alarms: readonly ToDo[], ids: readonly string[]) => void;
  readonly logger: Logger;
}

/**
 * Looks regularly at what is to do at race control, while somebody wants alarms, and announces what is new and unclaimed;
 * if two instances find it, the first to ask Redis announces it (PROTOCOL.md WP14).
 */
export class AlarmWatch {
  readonly #parts: AlarmWatchParts;
  readonly #timer: NodeJS.Timeout;
  #restUntilMs = 0;
  #looking: Promise<void> | undefined;

  constructor(parts: AlarmWatchParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => {
      if (performance.now() < this.#restUntilMs) return;
      this.look().catch((error: unknown) => {
        // Nothing was claimed: new matters are still new at the next look.
        parts.logger.warn({ err: error }, 'Cannot look for alarms');
      });
    }, LOOK_MS).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** One look, which begins after the call. Rejects while Redis is away. */
  async look(): Promise<void> {
    await this.#looking?.catch(() => undefined);
    this.#looking ??= this.#lookOnce().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #lookOnce(): Promise<void> {
    const { race, forecasts, records, tell } = this.#parts;
    const ids = await records.listIds();
    if (ids.length === 0) {
      await records.forgetClaims();
      return;
    }
    if (!race.isLoaded) return;
    const startedMs = performance.now();
    const nowMs = Date.now();
    const standing = (await findAlarms(race, forecasts, nowMs))?.slice(0, MOST_STANDING);
    const endedMs = performance.now();
    this.#restUntilMs = endedMs + REST * (endedMs - startedMs);
    if (!standing) return;
    const fresh = await records.claim(standing.map(nameAlarm), nowMs);
    const control = race.missing.listControl();
    const alarms = standing.filter((one) => fresh.has(nameAlarm(one)) && !isClaimed(one, control));
    if (alarms.length > 0) tell(alarms, ids);
  }
}
