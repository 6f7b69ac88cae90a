import type { BandId, RunnerId } from '#shared/model/ids.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';

import { decodeRunner, encodeRunner } from './codec.ts';
import type { CommitOutcome, CommitPlan } from './commit.ts';
import { commit } from './commit.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';

/** A runner as read, with the very text a change of it is compared with. */
export interface StoredRunner {
  readonly text: string;
  readonly runner: Runner;
}

/** All that a change of one runner is decided on. */
export interface FoundRunner {
  readonly runnerId: RunnerId;
  /** Of the record as a whole; undefined before anything was ever written. */
  readonly epoch: string | undefined;
  readonly current: StoredRunner | undefined;
  /** Who the index says wears a wristband; undefined for a free one. */
  readonly slots: ReadonlyMap<BandId, RunnerId | undefined>;
  /** The others whom the index names, each as it stands now. */
  readonly others: ReadonlyMap<RunnerId, StoredRunner | undefined>;
}

/** What becomes of the runner: the new record, or undefined when it goes. */
export interface RunnerChange {
  readonly after: Runner | undefined;
  readonly by: string;
  readonly action: string;
}

/** The runners and who wears which wristband, read one at a time and changed by one commit each. */
export class RunnerRecords {
  readonly #client: RedisClient;
  readonly #keys: RaceKeys;

  constructor(client: RedisClient, keys: RaceKeys) {
    this.#client = client;
    this.#keys = keys;
  }

  /** Reads the runner, and who else wears one of `bandIds` or the runner's own wristband. */
  async read(runnerId: RunnerId, bandIds: readonly BandId[]): Promise<FoundRunner> {
    const [epoch, current] = await Promise.all([
      this.#client.hGet(this.#keys.meta, 'epoch'),
      this.#find(runnerId),
    ]);
    const bands = new Set(bandIds);
    if (current?.runner.bandId) bands.add(current.runner.bandId);
    const slots = new Map<BandId, RunnerId | undefined>();
    const others = new Map<RunnerId, StoredRunner | undefined>();
    for (const bandId of bands) {
      const holder = await this.#client.hGet(this.#keys.bands, bandId);
      slots.set(bandId, holder === null ? undefined : asRunnerId(holder));
      if (holder !== null && holder !== runnerId) {
        others.set(asRunnerId(holder), await this.#find(asRunnerId(holder)));
      }
    }
    return { runnerId, epoch: epoch ?? undefined, current, slots, others };
  }

  /** Writes the change if all that was found still holds. */
  commit(found: FoundRunner, change: RunnerChange): Promise<CommitOutcome> {
    return commit(this.#client, this.#keys, planRunnerChange(this.#keys, found, change));
  }

  async #find(runnerId: RunnerId): Promise<StoredRunner | undefined> {
    const text = await this.#client.hGet(this.#keys.runners, runnerId);
    return text === null ? undefined : { text, runner: decodeRunner(text) };
  }
}

/** The other runner who wears the wristband; undefined when it is free or the runner's own. */
export function findOtherHolder(found: FoundRunner, bandId: BandId): Runner | undefined {
  const holder = found.slots.get(bandId);
  const other = holder && found.others.get(holder)?.runner;
  // An index entry that its runner does not bear out binds nobody.
  return other?.bandId === bandId ? other : undefined;
}

/**
 * The record and the index of wristbands change together, and only if nobody
 * touched either since they were read: so one wristband never has two runners.
 */
function planRunnerChange(
  keys: RaceKeys,
  { runnerId, epoch, current, slots, others }: FoundRunner,
  { after, by, action }: RunnerChange,
): CommitPlan {
  const { meta, runners, bands, dismissals } = keys;
  const before = current?.runner;
  const isFreed = before?.bandId !== undefined && before.bandId !== after?.bandId;
  return {
    expect: [
      expectField(meta, 'epoch', epoch),
      expectField(runners, runnerId, current?.text),
      ...[...slots].map(([bandId, holder]) => expectField(bands, bandId, holder)),
      ...[...others].map(([otherId, other]) => expectField(runners, otherId, other?.text)),
    ],
    set: [
      ...(after ? [{ key: runners, field: runnerId, value: encodeRunner(after) }] : []),
      ...(after?.bandId ? [{ key: bands, field: after.bandId, value: runnerId }] : []),
    ],
    del: [
      ...(after ? [] : [{ key: runners, field: runnerId }]),
      ...(isFreed && slots.get(before.bandId) === runnerId
        ? [{ key: bands, field: before.bandId }]
        : []),
      // Whoever wears a band puts an end to its being put aside (RULES.md MS6).
      ...(after?.bandId ? [{ key: dismissals, field: after.bandId }] : []),
    ],
    ops: [after ? { op: 'put-runner', runner: after } : { op: 'delete-runner', runnerId }],
    audit: {
      by,
      action,
      subject: runnerId,
      ...(before ? { before } : {}),
      ...(after ? { after } : {}),
    },
  };
}

function expectField(key: string, field: string, value: string | undefined) {
  return value === undefined ? { key, field } : { key, field, value };
}
