import type { RaceStore } from '#server/store/race-store.ts';
import { timing } from '#server/system/timing.mjs';
import type { DurationMs } from '#shared/model/time.ts';

import type { LiveRace } from './live-race.ts';

/** A change is heard within milliseconds; after this the answer need not wait for it. */
const MAX_WAIT_MS: DurationMs = timing('versionWaitMs', 1_000);
/**
 * A machine that stood still wakes with its timers: the wait is split into this many, so that what has arrived is read
 * first.
 */
const TURNS = 10;

/**
 * Resolves once this instance shows `version`, so that the author of a change finds it in the list fetched next. An
 * instance that is behind does not delay the answer for long: the lists follow by themselves.
 */
export async function waitForVersion(race: LiveRace, version: number | undefined): Promise<void> {
  if (version !== undefined) await waitUntil(race, () => race.head.version >= version);
}

/** Waits until the condition holds, at most a second; returns whether it does. */
export function waitUntil(race: LiveRace, isThere: () => boolean): Promise<boolean> {
  return new Promise((resolve) => {
    if (isThere()) return resolve(true);
    const end = (): void => {
      clearInterval(timer);
      race.off('advanced', look);
      race.off('reloaded', look);
      resolve(isThere());
    };
    const look = (): void => {
      if (isThere()) end();
    };
    let turn = 0;
    const timer = setInterval(() => {
      turn += 1;
      if (turn === TURNS) end();
    }, MAX_WAIT_MS / TURNS);
    race.on('advanced', look);
    race.on('reloaded', look);
  });
}

/**
 * Resolves once a change may be answered with success: this instance shows its version. Without a version nothing
 * changed, as when a call is repeated; then the replicas must have it too (FEED.md CF23).
 */
export async function settleChange(
  { race, store }: { readonly race: LiveRace; readonly store: Pick<RaceStore, 'upkeep'> },
  version: number | undefined,
): Promise<void> {
  if (version === undefined) await store.upkeep.confirmCopies();
  await waitForVersion(race, version);
}
