import { LRUCache } from 'lru-cache';

import type { LostSave, LostSetting } from '#server/store/lost-saves.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Runner } from '#shared/model/runner.ts';
import { type SettingPart, valueOf } from '#shared/model/setting-parts.ts';
import { type DurationMs, type EpochMs, MINUTE_MS } from '#shared/model/time.ts';

/** A copy that takes over lacks seconds, not more. */
export const SAVE_NOTED_MS: DurationMs = 10 * MINUTE_MS;
export const MOST_SAVES = 500;
export const MOST_SAVE_BYTES = 128 * 1024;
/** Of a text that only tells people which save it was. */
const MOST_LABEL = 80;

/** A save of a runner that was answered with success (FEED.md CF29). */
export interface AcknowledgedSave extends Omit<LostSave, 'lostMs' | 'foundRev'> {
  /** Of the change. */
  readonly version: number;
}

/** What a change wrote of a runner: the new record, or the last one of whoever was deleted. */
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

/** What tells people which runner it is. */
export function labelOf({
  bibNumber,
  firstName,
  lastName,
}: Pick<Runner, 'bibNumber' | 'firstName' | 'lastName'>): Pick<LostSave, 'bib' | 'name'> {
  return { bib: clip(bibNumber), name: clip(`${firstName} ${lastName}`.trim()) };
}

/** Whether a record with this state of the runner has the save, or what came after it. */
export function isKept(
  { rev, isDeletion }: Pick<AcknowledgedSave, 'rev' | 'isDeletion'>,
  stored: Pick<Runner, 'rev'> | undefined,
): boolean {
  // Whoever is brought back by an undo has a higher revision than before the deletion.
  if (isDeletion) return !stored || stored.rev > rev;
  return stored !== undefined && stored.rev >= rev;
}

type FindRunner = (runnerId: RunnerId) => Runner | undefined;

/** The last save of each runner that this instance answered with success, of the last minutes. */
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

  /** An older save of the runner than is noted changes nothing. */
  note(save: AcknowledgedSave, nowMs: EpochMs): void {
    const before = this.#noted.peek(save.runnerId);
    if (before && before.version > save.version) return;
    this.#noted.set(save.runnerId, save);
    this.#forgetOld(nowMs);
  }

  /** Takes out the saves that a record which was loaded anew does not have. */
  takeLost(find: FindRunner, nowMs: EpochMs): AcknowledgedSave[] {
    this.#forgetOld(nowMs);
    const lost = this.#list().filter((save) => !isKept(save, find(save.runnerId)));
    for (const { runnerId } of lost) this.#noted.delete(runnerId);
    return lost;
  }

  /** Forgets the saves of whom somebody deleted since, as is shown at `version`. */
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

/** A setting that was saved, which was answered with success (FEED.md CF29). */
export interface AcknowledgedSetting extends Omit<LostSetting, 'lostMs' | 'found'> {
  /** Of the change. */
  readonly version: number;
}

/** What this instance last saved of each setting, of the last minutes; there are no more of them than settings. */
export class AcknowledgedSettings {
  readonly #noted = new Map<SettingPart, AcknowledgedSetting>();

  note(saved: AcknowledgedSetting): void {
    const before = this.#noted.get(saved.part);
    if (!before || before.version <= saved.version) this.#noted.set(saved.part, saved);
  }

  /** Forgets what somebody has changed since, as is shown at `version`. */
  forgetChanged(config: RaceConfig, version: number): void {
    for (const saved of this.#noted.values()) {
      const isShown = saved.version <= version;
      if (isShown && !isSaved(saved, config)) this.#noted.delete(saved.part);
    }
  }

  /** Takes out what a record that was loaded anew has otherwise. */
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
