import { LRUCache } from 'lru-cache';

import type { LostSave, LostSetting } from '#server/store/lost-saves.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Runner } from '#shared/model/runner.ts';
import { type SettingPart, valueOf } from '#shared/model/setting-parts.ts';
import { type DurationMs, type EpochMs, MINUTE_MS } from '#shared/model/time.ts';

/** A replica that takes over lacks seconds, not more. */
export const SAVE_NOTED_MS: DurationMs = 10 * MINUTE_MS;
export const MOST_SAVES = 500;
export const MOST_SAVE_BYTES = 128 * 1024;
/** For a text that only tells people which save it was. */
const MOST_LABEL = 80;

/** A save of a runner that was answered with success (FEED.md CF29). */
export interface AcknowledgedSave extends Omit<LostSave, 'lostMs' | 'foundRev'> {
  readonly version: number;
}

/** What a change wrote of a runner: the new record, or the last one of a deleted runner. */
export interface WrittenRunner {
  readonly runner: Runner;
  readonly isDeletion: boolean;
}

export function describeSave(
  { runner, isDeletion }: WrittenRunner,
  { version, by, atMs }: Pick<AcknowledgedSave, 'version' | 'by' | 'atMs'>,
): AcknowledgedSave {
  const { runnerId, rev } = runner;
  return { runnerId, rev, isDeletion, version, by, atMs, ...labelOf(runner) };
}

/** Tells people which runner it is. */
export function labelOf({
  bibNumber,
  firstName,
  lastName,
}: Pick<Runner, 'bibNumber' | 'firstName' | 'lastName'>): Pick<LostSave, 'bib' | 'name'> {
  return { bib: clip(bibNumber), name: clip(`${firstName} ${lastName}`.trim()) };
}

/** Whether a record with this state of the runner has the save or a later one. */
export function isKept(
  { rev, isDeletion }: Pick<AcknowledgedSave, 'rev' | 'isDeletion'>,
  stored: Pick<Runner, 'rev'> | undefined,
): boolean {
  // A runner who is restored by an undo has a higher revision than before the deletion.
  if (isDeletion) return !stored || stored.rev > rev;
  return stored !== undefined && stored.rev >= rev;
}

type FindRunner = (runnerId: RunnerId) => Runner | undefined;

/** The last save of each runner that this instance answered with success, over the last minutes. */
export class AcknowledgedSaves {
  readonly #noted = new LRUCache<RunnerId, AcknowledgedSave>({
    max: MOST_SAVES,
    maxSize: MOST_SAVE_BYTES,
    sizeCalculation: (save) => Buffer.byteLength(JSON.stringify(save)),
  });

  get size(): number {
    return this.#noted.size;
  }

  get bytes(): number {
    return this.#noted.calculatedSize;
  }

  /** An older save of the runner than the noted one changes nothing. */
  note(save: AcknowledgedSave, nowMs: EpochMs): void {
    const before = this.#noted.peek(save.runnerId);
    if (before && before.version > save.version) return;
    this.#noted.set(save.runnerId, save);
    this.#forgetOld(nowMs);
  }

  /** Removes and returns the saves that a reloaded record does not have. */
  takeLost(find: FindRunner, nowMs: EpochMs): AcknowledgedSave[] {
    this.#forgetOld(nowMs);
    const lost = this.#list().filter((save) => !isKept(save, find(save.runnerId)));
    for (const { runnerId } of lost) this.#noted.delete(runnerId);
    return lost;
  }

  /** Forgets the saves of runners who were deleted since, as shown at `version`. */
  forgetDeleted(find: FindRunner, version: number): void {
    for (const save of this.#list()) {
      const isShown = save.version <= version;
      if (isShown && !save.isDeletion && !find(save.runnerId)) this.#noted.delete(save.runnerId);
    }
  }

  /** The oldest first. */
  #list(): AcknowledgedSave[] {
    return [...this.#noted.values()].toReversed();
  }

  #forgetOld(nowMs: EpochMs): void {
    for (const { runnerId, atMs } of this.#list()) {
      if (nowMs - atMs > SAVE_NOTED_MS) this.#noted.delete(runnerId);
    }
  }
}

/** A saved setting that was answered with success (FEED.md CF29). */
export interface AcknowledgedSetting extends Omit<LostSetting, 'lostMs' | 'found'> {
  readonly version: number;
}

/** The last value of each setting that this instance saved over the last minutes; bounded by the number of settings. */
export class AcknowledgedSettings {
  readonly #noted = new Map<SettingPart, AcknowledgedSetting>();

  note(saved: AcknowledgedSetting): void {
    const before = this.#noted.get(saved.part);
    if (!before || before.version <= saved.version) this.#noted.set(saved.part, saved);
  }

  /** Forgets settings that somebody has changed since, as shown at `version`. */
  forgetChanged(config: RaceConfig, version: number): void {
    for (const saved of this.#noted.values()) {
      const isShown = saved.version <= version;
      if (isShown && !isSaved(saved, config)) this.#noted.delete(saved.part);
    }
  }

  /** Removes and returns the settings that differ in a reloaded record. */
  takeLost(config: RaceConfig, nowMs: EpochMs): AcknowledgedSetting[] {
    const lost: AcknowledgedSetting[] = [];
    for (const saved of this.#noted.values()) {
      const isOld = nowMs - saved.atMs > SAVE_NOTED_MS;
      const isLost = !isOld && !isSaved(saved, config);
      if (isLost) lost.push(saved);
      if (isOld || isLost) this.#noted.delete(saved.part);
    }
    return lost;
  }
}

function isSaved({ part, value }: AcknowledgedSetting, config: RaceConfig): boolean {
  return String(valueOf(config, part)) === value;
}

function clip(text: string): string {
  return Array.from(text).slice(0, MOST_LABEL).join('');
}
