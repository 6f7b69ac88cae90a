import { isDeepStrictEqual } from 'node:util';

import type { Logger } from '#server/observe/logger.ts';
import type { PublicCorrectionRecords } from '#server/store/public-corrections.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { findDisqualification, type Runner } from '#shared/model/runner.ts';
import { parseOverride } from '#shared/model/typed-words.ts';
import type { CorrectionReason, PublicCorrection } from '#shared/news/corrections.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';

import type { LiveRace } from './live-race.ts';

type Race = Pick<LiveRace, 'config' | 'reads' | 'timedByHand' | 'findRunner'>;

/**
 * The reason why a change of `race` can correct results (RULES.md PC2); undefined for new reads, and for changes without
 * an effect on results.
 */
export function findReason(ops: readonly ChangeOp[], race: Race): CorrectionReason | undefined {
  return ops.map((op) => reasonOf(op, race)).find((reason) => reason !== undefined);
}

function reasonOf(op: ChangeOp, race: Race): CorrectionReason | undefined {
  const { config, reads, timedByHand } = race;
  if (op.op === 'put-correction') return op.correction.action.kind === 'clock' ? 'clock' : 'read';
  if (op.op === 'delete-correction') {
    return reads.corrections.find(op.correctionId)?.action.kind === 'clock' ? 'clock' : 'read';
  }
  if (op.op === 'put-config') return isOtherStart(config, op.config) ? 'start' : 'settings';
  if (op.op === 'put-runner') return reasonOfEdit(race.findRunner(op.runner.runnerId), op.runner);
  // Removing a time by hand also removes its published result.
  if (op.op === 'delete-report') return timedByHand.has(op.runnerId) ? 'hand' : undefined;
  return op.op === 'delete-runner' ? 'registration' : undefined;
}

function isOtherStart(before: RaceConfig, after: RaceConfig): boolean {
  const { raceStart, starts, timeZone } = after;
  return !isDeepStrictEqual(
    [raceStart, starts, timeZone],
    [before.raceStart, before.starts, before.timeZone],
  );
}

function reasonOfEdit(before: Runner | undefined, after: Runner): CorrectionReason {
  const [was, is] = [before?.overrideTime ?? '', after.overrideTime];
  const rules = [before, after].map((one) => one && findDisqualification(one)?.rule);
  if (was === is) return rules[0] === rules[1] ? 'registration' : 'status';
  const isStatus = [was, is].some((kept) => (parseOverride(kept)?.kind ?? 'total') !== 'total');
  return isStatus ? 'status' : 'hand';
}

/**
 * The public corrections (FEED.md CF30). Each instance computes a correction when it applies the change; the first one to
 * store it in Redis wins, and all read it from there.
 */
export class PublicCorrections {
  readonly #race: LiveRace;
  readonly #records: PublicCorrectionRecords;
  readonly #logger: Logger;
  #list: readonly PublicCorrection[] = [];
  #isBehind = false;

  constructor(race: LiveRace, records: PublicCorrectionRecords, logger: Logger) {
    this.#race = race;
    this.#records = records;
    this.#logger = logger;
    race.on('reloaded', () => void this.#update());
    race.on('corrected', (correction) => void this.#update(correction));
    race.on('advanced', () => {
      if (this.#isBehind) void this.#update();
    });
  }

  /** Newest first; another array after each change. */
  get list(): readonly PublicCorrection[] {
    return this.#list;
  }

  async #update(correction?: PublicCorrection): Promise<void> {
    this.#isBehind = false;
    try {
      if (correction) await this.#records.note(correction);
      this.#list = await this.#records.read();
      this.#race.setCorrected(this.#list.length > 0);
    } catch (error) {
      this.#isBehind = true;
      this.#logger.warn({ err: error, correction }, 'Public corrections are not up to date');
    }
  }
}
