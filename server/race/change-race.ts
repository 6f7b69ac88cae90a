import { type CommitPlan, expectField, type Stale } from '#server/store/commit.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { encodeRecord, type RecordWrite } from '#server/store/records.ts';
import { BusyRecordError } from '#server/store/record-unavailable.ts';
import { UnreadableRecordError } from '#server/store/unreadable.ts';
import type { Head } from '#shared/wire/http-api.ts';

import { LiveRace } from './live-race.ts';
import { settleChange, waitUntil } from './wait-for-version.ts';

/** The result of a command on the race: its answer, and the change to commit first, if any. */
export interface Decision<T> {
  readonly answer: T;
  readonly plan?: RacePlan | undefined;
}

/** A change decided on the race in memory. */
export interface RacePlan extends Pick<
  CommitPlan,
  'epoch' | 'swap' | 'writes' | 'ops' | 'audit' | 'otherAudits'
> {
  /**
   * What the change depends on, so that other changes can be saved at the same time; absent where it depends on
   * everything but reads.
   */
  readonly expect?: readonly RecordWrite[];
}

export interface Changed<T> {
  readonly answer: T;
  /** Absent where nothing was written. */
  readonly version?: number;
}

/** The record, and the race in memory that follows it; a command without one loads the race at each try. */
export interface Changing {
  readonly store: RaceStore;
  readonly race?: LiveRace;
}

const MOST_TRIES = 20;

/**
 * Decides on the race in memory and commits. If somebody else was quicker, waits until the race in memory is newer and
 * decides again; `stale` is the last failure. An answer without a change is decided on a race as new as the
 * record was after the call came in.
 * @throws {BusyRecordError} after 20 tries. @throws {UnreadableRecordError} where the record differs from the race in
 * memory at the same version. What `decide` throws is thrown, and nothing is written. The change may be answered with
 * success then: this instance shows it.
 */
export async function changeRace<T>(parts: Changing, decide: Decide<T>): Promise<Changed<T>> {
  const changed = await decideAndCommit(parts, decide);
  const { store, race } = parts;
  if (race) await settleChange({ store, race }, changed.version);
  return changed;
}

type Decide<T> = (race: LiveRace, stale?: Stale) => Decision<T> | Promise<Decision<T>>;

async function decideAndCommit<T>(
  { store, race }: Changing,
  decide: Decide<T>,
): Promise<Changed<T>> {
  let stale: Stale | undefined;
  let isNew = false;
  let isOdd = false;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const present = race ?? (await loadRace(store));
    const { edits, head } = present;
    const decided = await settle(() => decide(present, stale));
    const plan = 'error' in decided ? undefined : decided.plan;
    if (!plan) {
      const record = race && !isNew ? await store.readState() : undefined;
      if (!record || (record.epoch === head.epoch && record.edits <= edits)) return give(decided);
      isNew = true;
      await waitUntilAt(present, head, record.version);
      continue;
    }
    const expect = plan.expect?.map(({ part, field, value }) =>
      expectField(
        store.keys[part],
        field,
        value === undefined ? undefined : encodeRecord(part, value),
      ),
    );
    const on = { epoch: head.epoch, ...(!expect && { edits }) };
    const outcome = await store.commit({ ...plan, expect: expect ?? [], on });
    if (outcome.ok) return { ...give(decided), version: outcome.value.version };
    stale = outcome.error;
    if (stale.at && stale.version <= head.version) {
      // Decide once more: the value found may lead to another decision.
      if (isOdd) throw new UnreadableRecordError(NOT_AS_SHOWN);
      isOdd = true;
    } else if (race) await waitUntilAt(race, head, stale.version);
  }
  throw new BusyRecordError('Other changes kept coming first.');
}

/** Waits, at most a second, until the race is as new as the record is now. */
export async function catchUp(parts: Changing): Promise<void> {
  await decideAndCommit(parts, () => ({ answer: undefined }));
}

const NOT_AS_SHOWN =
  'This record cannot be read. Nothing was saved: enter it again. The band of such a runner can be given to the new entry.';

type Settled<T> = Decision<T> | { readonly error: unknown };

async function settle<T>(decide: () => Decision<T> | Promise<Decision<T>>): Promise<Settled<T>> {
  try {
    return await decide();
  } catch (error) {
    return { error };
  }
}

function give<T>(decided: Settled<T>): Changed<T> {
  if ('error' in decided) throw decided.error;
  return { answer: decided.answer };
}

/** Waits, at most a second, until the race is newer than at `head` and not older than `version`. */
async function waitUntilAt(race: LiveRace, { epoch, version }: Head, least: number): Promise<void> {
  const isThere = ({ head }: LiveRace): boolean =>
    head.epoch !== epoch || head.version >= Math.max(least, version + 1);
  await waitUntil(race, () => isThere(race));
}

async function loadRace(store: RaceStore): Promise<LiveRace> {
  const race = new LiveRace();
  const record = await store.readRecord();
  race.load(record.head, record);
  return race;
}
