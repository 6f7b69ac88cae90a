import { isDeepStrictEqual } from 'node:util';

import type { Logger } from '#server/observe/logger.ts';
import type { RaceRecord } from '#server/store/race-record.ts';
import type { RecordUpkeep } from '#server/store/repair-record.ts';
import {
  NOTHING_UNREADABLE,
  type Unreadable,
  type UnreadableLog,
  withoutField,
} from '#server/store/unreadable.ts';
import type { Change } from '#shared/wire/change-feed.ts';

import type { LiveRace } from './live-race.ts';

/** What a record held before it was found empty. */
export interface LostRace {
  readonly runners: number;
  readonly scans: number;
}

export interface DamageSource {
  readonly upkeep: Pick<RecordUpkeep, 'repair' | 'isRunnerLogged' | 'readRedisServer' | 'mend'>;
  readonly unreadable: UnreadableLog;
}

/** Handles damage of the record while it is followed, and reports it: to the log, and on request. */
export class RecordDamage {
  readonly #source: DamageSource;
  readonly #race: LiveRace;
  readonly #logger: Logger;
  #unreadable = NOTHING_UNREADABLE;
  /** The scans among them. */
  #unreadableScans = new Set<string>();
  #lost: LostRace | undefined;
  /** The run of Redis that was last asked, and whether it has read its files since the record was looked through. */
  #run: string | undefined;
  #isRestarted = false;
  #isLooking = false;
  #cameMeanwhile: string[] = [];

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

  /** Sets apart what prevents writes to the record, which may be on another connection than before. */
  async repair(isConnectionNew: boolean): Promise<void> {
    if (isConnectionNew) await this.#noteServer();
    for (const text of await this.#source.upkeep.repair(this.#race.head.version)) {
      this.#logger.error({ damage: text }, 'The record was damaged, and is repaired');
    }
  }

  /**
   * Looks through the record where Redis was started anew since it was read: what is shown is right, but a bit may have
   * flipped in the file that Redis has read. The race is followed meanwhile.
   */
  lookThrough(read: () => Promise<RaceRecord>): void {
    if (!this.#isRestarted || this.#isLooking) return;
    this.#isLooking = true;
    this.#look(read)
      .catch((error: unknown) =>
        this.#logger.warn({ err: error }, 'The record is to be looked through once more'),
      )
      .finally(() => (this.#isLooking = false));
  }

  /** Takes note of a change: a damaged read may be there again (FEED.md CF33). */
  heal({ ops }: Change): void {
    for (const op of ops) {
      if (op.op !== 'add-scan') continue;
      if (this.#isLooking) this.#cameMeanwhile.push(op.scan.scanId);
      this.#noteWhole(op.scan.scanId);
    }
  }

  /** Checks a record that is about to replace the shown one, or that should say the same, and puts right what it can. */
  async take({ runners, unreadable, flippedBits }: RaceRecord): Promise<void> {
    const { runnerCount, scanCount } = this.#race;
    // An import of nobody would be in the log, and so would deleted runners; what the instances
    // themselves log about an empty record says nothing.
    if (runnerCount > 0 && runners.length === 0 && !(await this.#source.upkeep.isRunnerLogged())) {
      this.#lost = { runners: runnerCount, scans: scanCount };
      this.#logger.error(this.#lost, 'Redis was emptied: the race that was shown is gone');
    }
    const { corrected, unreadableScans } = flippedBits;
    this.#unreadableScans = new Set(unreadableScans.map(({ scanId }) => scanId));
    await this.#source.upkeep.mend(flippedBits);
    for (const { part, field } of corrected) {
      this.#logger.warn({ part, field }, 'One bit of a record had flipped, and is put right');
    }
    this.#isRestarted = false;
    const isKnown = isDeepStrictEqual(unreadable.named, this.#unreadable.named);
    this.#unreadable = unreadable;
    if (unreadable.count === 0 || isKnown) return;
    const { count, named } = unreadable;
    this.#logger.error({ count, named }, 'What cannot be read is set apart; the race goes on');
  }

  async #look(read: () => Promise<RaceRecord>): Promise<void> {
    this.#cameMeanwhile = [];
    await this.take(await read());
    for (const scanId of this.#cameMeanwhile) this.#noteWhole(scanId);
  }

  #noteWhole(scanId: string): void {
    if (!this.#unreadableScans.delete(scanId)) return;
    this.#unreadable = withoutField(this.#unreadable, 'scans', scanId);
    this.#logger.info({ scanId }, 'A damaged read is there again');
  }

  async #noteServer(): Promise<void> {
    const { run } = await this.#source.upkeep.readRedisServer();
    this.#isRestarted ||= run !== this.#run;
    this.#run = run;
  }
}
