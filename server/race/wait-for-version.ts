import type { RaceStore } from '#server/store/race-store.ts';
import { timing } from '#server/system/timing.mjs';
import type { DurationMs } from '#shared/model/time.ts';

import type { LiveRace } from './live-race.ts';

/** A change usually arrives within milliseconds; an instance that is behind delays an answer for no longer than this. */
const MAX_WAIT_MS: DurationMs = timing('versionWaitMs', 1_000);

/** Waits, at most a second, until this instance shows `version`, so that its author finds it in the list fetched next. */
export async function waitForVersion(race: LiveRace, version: number | undefined): Promise<void> {
  if (version !== undefined) await waitUntil(race, () => race.head.version >= version);
}

/** Waits, at most a second, until the race meets a condition. */
export function waitUntil(race: LiveRace, isMet: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (isMet()) return resolve();
    const check = (): void => {
      if (isMet()) end();
    };
    const end = (): void => {
      clearTimeout(timer);
      race.off('advanced', check);
      race.off('reloaded', check);
      resolve();
    };
    // After a standstill of the machine the timer is due first: let messages that have arrived be read before the end.
    const timer = setTimeout(() => setImmediate(end), MAX_WAIT_MS);
    race.on('advanced', check);
    race.on('reloaded', check);
  });
}

/**
 * Waits until a change can be acknowledged: this instance shows its version. Without a version the change had been made
 * before; then the replicas must have it too (FEED.md CF23).
 */
export async function confirmChange(
  { race, store }: { readonly race: LiveRace; readonly store: Pick<RaceStore, 'upkeep'> },
  version: number | undefined,
): Promise<void> {
  if (version === undefined) await store.upkeep.confirmCopies();
  await waitForVersion(race, version);
}
