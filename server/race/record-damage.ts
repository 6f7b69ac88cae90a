import { isDeepStrictEqual } from 'node:util';

import type { Logger } from '#server/observe/logger.ts';
import type { RaceRecord } from '#server/store/race-record.ts';
import type { RecordUpkeep } from '#server/store/record-upkeep.ts';
import {
  NOTHING_UNREADABLE,
  type Unreadable,
  type UnreadableLog,
} from '#server/store/unreadable.ts';

import type { LiveRace } from './live-race.ts';

/** The contents of a record before it was found empty. */
export interface LostRace {
  readonly runners: number;
  readonly scans: number;
}

export interface DamageSource {
  readonly upkeep: Pick<RecordUpkeep, 'isRunnerLogged'>;
  readonly unreadable: UnreadableLog;
}

/** Reports damage of the record that is followed: to the log, and on request. */
export class RecordDamage {
  readonly #source: DamageSource;
  readonly #race: LiveRace;
  readonly #logger: Logger;
  #unreadable = NOTHING_UNREADABLE;
  #lost: LostRace | undefined;

  constructor(source: DamageSource, race: LiveRace, logger: Logger) {
    this.#source = source;
    this.#race = race;
    this.#logger = logger;
  }

  get unreadable(): Unreadable {
    return this.#source.unreadable.sumUp(this.#unreadable);
  }

  /** Defined from when the shown race was gone until there are runners again. */
  get lost(): LostRace | undefined {
    return this.#race.runnerCount === 0 ? this.#lost : undefined;
  }

  /** Checks a record that is about to replace the shown one. */
  async check({ runners, unreadable }: RaceRecord): Promise<void> {
    const { runnerCount, scanCount } = this.#race;
    // The log would show an import of nobody, and deletions; entries of the instances themselves prove nothing.
    if (runnerCount > 0 && runners.length === 0 && !(await this.#source.upkeep.isRunnerLogged())) {
      this.#lost = { runners: runnerCount, scans: scanCount };
      this.#logger.error(this.#lost, 'Redis was emptied: the race that was shown is gone');
    }
    const isKnown = isDeepStrictEqual(unreadable.named, this.#unreadable.named);
    this.#unreadable = unreadable;
    if (unreadable.count === 0 || isKnown) return;
    const { count, named } = unreadable;
    this.#logger.error({ count, named }, 'Records that cannot be read are left out of the race');
  }
}
