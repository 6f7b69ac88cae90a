import { type CommitPlan, expectField } from '#server/store/commit.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { encodeRecord, type RecordWrite } from '#server/store/records.ts';
import { BusyRecordError } from '#server/store/record-unavailable.ts';
import { Refusal } from '#server/system/refusal.ts';
import type { Head } from '#shared/wire/http-api.ts';

import { LiveRace } from './live-race.ts';
import { confirmChange, waitUntil } from './wait-for-version.ts';

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
  /** The records on which the change depends; absent if it depends on everything but reads. */
  readonly expect?: readonly RecordWrite[];
}

export interface Changed<T> {
  readonly answer: T;
  /** Absent if nothing was written. */
  readonly version?: number;
}

/** The record, and the race in memory that follows it; without one the race is loaded at each try. */
export interface Changing {
  readonly store: RaceStore;
  readonly race?: LiveRace;
}

const MOST_TRIES = 20;

/**
 * Decides on the race in memory and commits, then waits until this instance shows the change. If another change was first,
 * waits until the race in memory is newer and decides again. An answer without a change is decided on a race at least as
 * new as the record at the time of the call. If `decide` throws, nothing is written.
 * @throws {BusyRecordError} after 20 tries.
 * @throws {Refusal} if the record differs from the race in memory at the same version.
 */
export async function changeRace<T>(parts: Changing, decide: Decide<T>): Promise<Changed<T>> {
  const changed = await decideAndCommit(parts, decide);
  const { store, race } = parts;
  if (race) await confirmChange({ store, race }, changed.version);
  return changed;
}

type Decide<T> = (race: LiveRace) => Decision<T> | Promise<Decision<T>>;

async function decideAndCommit<T>(
  { store, race }: Changing,
  decide: Decide<T>,
): Promise<Changed<T>> {
  let isCurrent = false;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const present = race ?? (await loadRace(store));
    const { edits, head } = present;
    const [decided] = await Promise.allSettled([(async () => decide(present))()]);
    const plan = decided.status === 'fulfilled' ? decided.value.plan : undefined;
    if (!plan) {
      const record = race && !isCurrent ? await store.readState() : undefined;
      if (!record || (record.epoch === head.epoch && record.edits <= edits)) return unwrap(decided);
      isCurrent = true;
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
    if (outcome.ok) return { ...unwrap(decided), version: outcome.value.version };
    const { at, version } = outcome.error;
    if (at && version <= head.version) throw new Refusal(409, NOT_AS_SHOWN);
    if (race) await waitUntilAt(race, head, version);
  }
  throw new BusyRecordError();
}

/** Waits, at most a second, until the race is as new as the record is now. */
export async function catchUp(parts: Changing): Promise<void> {
  await decideAndCommit(parts, () => ({ answer: undefined }));
}

const NOT_AS_SHOWN =
  'The race record is damaged here, as Health shows. Nothing was saved: restore a backup, or enter the runner with another band.';

function unwrap<T>(decided: PromiseSettledResult<Decision<T>>): Changed<T> {
  if (decided.status === 'rejected') throw decided.reason;
  return { answer: decided.value.answer };
}

/** Waits, at most a second, until the race is newer than at `head` and not older than `version`. */
async function waitUntilAt(race: LiveRace, { epoch, version }: Head, least: number): Promise<void> {
  await waitUntil(
    race,
    () => race.head.epoch !== epoch || race.head.version >= Math.max(least, version + 1),
  );
}

async function loadRace(store: RaceStore): Promise<LiveRace> {
  const race = new LiveRace();
  const record = await store.readRecord();
  race.load(record.head, record);
  return race;
}
