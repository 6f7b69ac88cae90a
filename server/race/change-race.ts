import type { CommitPlan, Stale } from '#server/store/commit.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { BusyRecordError } from '#server/store/redis-connection.ts';

import { LiveRace } from './live-race.ts';
import { waitUntil } from './wait-for-version.ts';

/** What a command makes of the race: its answer, and the change to commit before it is given, if any. */
export interface Decision<T> {
  readonly answer: T;
  readonly plan?: RacePlan | undefined;
}

/**
 * A change decided on the race in memory. With `expect` it depends on those fields alone, so that others can be saved
 * at the same time; without, on everything but reads.
 */
export type RacePlan = Omit<CommitPlan, 'on'>;

export interface Changed<T> {
  readonly answer: T;
  /** Absent where nothing was written. */
  readonly version?: number;
}

const MOST_TRIES = 20;
/** Tries without any news of the race in between: memory and record differ. */
const MOST_IDLE = 2;

/**
 * Decides on the race in memory and commits. If somebody else was quicker, waits until the race in memory is newer and
 * decides again; `stale` says what failed the last time. A command without a race in memory loads it at each try.
 * @throws {BusyRecordError} after 20 tries. What `decide` throws is thrown, and nothing is written.
 */
export async function changeRace<T>(
  { store, race }: { readonly store: RaceStore; readonly race?: LiveRace },
  decide: (race: LiveRace, stale?: Stale) => Decision<T>,
): Promise<Changed<T>> {
  let stale: Stale | undefined;
  let idle = 0;
  for (let tries = 0; tries < MOST_TRIES && idle < MOST_IDLE; tries += 1) {
    const present = race ?? (await loadRace(store));
    const { epoch, version } = present.head;
    const { answer, plan } = decide(present, stale);
    if (!plan) return { answer };
    const on = plan.expect ? { epoch } : { epoch, edits: present.edits };
    const outcome = await store.commit({ ...plan, on });
    if (outcome.ok) return { answer, version: outcome.value.version };
    stale = outcome.error;
    const least = Math.max(stale.version, version + 1);
    const isNewer = (): boolean => present.head.epoch !== epoch || present.head.version >= least;
    if (race && !(await waitUntil(race, isNewer))) idle += 1;
  }
  throw new BusyRecordError('The race changes too quickly, or is not as it is shown here.');
}

/** The whole race as the record has it now, for a command that does not follow it. */
async function loadRace(store: RaceStore): Promise<LiveRace> {
  const race = new LiveRace();
  const record = await store.readRecord();
  race.load(record.head, record);
  return race;
}
