import { asRunnerId, type BandId, type RunnerId } from '#shared/model/ids.ts';
import { bandsOf, type Runner } from '#shared/model/runner.ts';

import { decodeRunner, encodeRunner } from './codec.ts';
import { type AuditEntry, commit, type CommitOutcome, type CommitPlan } from './commit.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
import { UnreadableRecordError } from './unreadable.ts';

/** What there is that an import takes away. */
export interface Entered {
  /** The wristbands that are handed out; the index has the lost ones of earlier, too, which nobody wears. */
  readonly wornBands: readonly string[];
  /** How many the public sees by the bib alone. */
  readonly privateNow: number;
}

/** A runner as read, with the very text a change of it is compared with. */
export interface StoredRunner {
  readonly text: string;
  readonly runner: Runner;
}

/** The same of one who is only looked at; `runner` undefined when the text cannot be read. */
export interface StoredOther {
  readonly text: string;
  readonly runner: Runner | undefined;
}

/** All that a change of one runner is decided on. */
export interface FoundRunner {
  readonly runnerId: RunnerId;
  /** Of the record as a whole; undefined before anything was ever written. */
  readonly epoch: string | undefined;
  readonly current: StoredRunner | undefined;
  /** Who the index says holds a wristband number; undefined for a free one. */
  readonly slots: ReadonlyMap<BandId, RunnerId | undefined>;
  /** The others whom the index or the caller names, each as it stands now. */
  readonly others: ReadonlyMap<RunnerId, StoredOther | undefined>;
}

/** What becomes of the runner: the new record, or undefined when it goes. */
export interface RunnerChange {
  readonly after: Runner | undefined;
  /** The new record of one of the others, who changes in the same moment. */
  readonly other?: Runner;
  readonly by: string;
  readonly action: string;
}

/** The runners and who holds which wristband, read one at a time and changed by one commit each. */
export class RunnerRecords {
  readonly #client: RedisClient;
  readonly #keys: RaceKeys;

  constructor(client: RedisClient, keys: RaceKeys) {
    this.#client = client;
    this.#keys = keys;
  }

  /** What an import replaces. */
  async readEntered(): Promise<Entered> {
    const texts = await this.#client.hGetAll(this.#keys.runners);
    const runners = Object.entries(texts).flatMap(([runnerId, text]) => {
      const reading = decodeRunner(runnerId, text);
      return reading.ok ? [reading.value] : [];
    });
    return {
      wornBands: runners.flatMap(({ bandId }) => bandId ?? []),
      privateNow: runners.filter(({ isPrivate }) => isPrivate).length,
    };
  }

  /** Reads the runner, the `otherIds`, and who else holds one of `bandIds` or of the numbers of any of these. */
  async read(
    runnerId: RunnerId,
    bandIds: readonly BandId[],
    otherIds: readonly RunnerId[] = [],
  ): Promise<FoundRunner> {
    const [epoch, current] = await Promise.all([
      this.#client.hGet(this.#keys.meta, 'epoch'),
      this.#findReadable(runnerId),
    ]);
    const slots = new Map<BandId, RunnerId | undefined>();
    const others = new Map<RunnerId, StoredOther | undefined>();
    const unread = new Set([...bandIds, ...listBands(current)]);
    const meet = async (otherId: RunnerId): Promise<void> => {
      if (otherId === runnerId || others.has(otherId)) return;
      const other = await this.#find(otherId);
      others.set(otherId, other);
      for (const bandId of listBands(other)) unread.add(bandId);
    };
    for (const otherId of otherIds) await meet(otherId);
    for (const bandId of unread) {
      const holder = await this.#client.hGet(this.#keys.bands, bandId);
      slots.set(bandId, holder === null ? undefined : asRunnerId(holder));
      if (holder !== null) await meet(asRunnerId(holder));
    }
    return { runnerId, epoch: epoch ?? undefined, current, slots, others };
  }

  /** Writes the change if all that was found still holds. */
  commit(found: FoundRunner, change: RunnerChange): Promise<CommitOutcome> {
    return commit(this.#client, this.#keys, planRunnerChange(this.#keys, found, change));
  }

  async #find(runnerId: RunnerId): Promise<StoredOther | undefined> {
    const text = await this.#client.hGet(this.#keys.runners, runnerId);
    if (text === null) return undefined;
    const reading = decodeRunner(runnerId, text);
    return { text, runner: reading.ok ? reading.value : undefined };
  }

  /** Nothing can be decided on what cannot be read: that is an {@link UnreadableRecordError}. */
  async #findReadable(runnerId: RunnerId): Promise<StoredRunner | undefined> {
    const found = await this.#find(runnerId);
    if (!found) return undefined;
    const { text, runner } = found;
    if (runner) return { text, runner };
    throw new UnreadableRecordError(
      'What the record holds of this runner cannot be read. Enter them anew; the band they have can be given to the new entry.',
    );
  }
}

/** A wristband number that cannot be given, and who holds it. */
export interface TakenBand {
  readonly bandId: BandId;
  readonly holder: Runner;
}

/** The first number that two runners would hold after the change; undefined when there is none. */
export function findTaken(
  found: FoundRunner,
  change: Pick<RunnerChange, 'after' | 'other'>,
): TakenBand | undefined {
  const states = statesOf(found, change);
  for (const [runnerId, { after }] of states) {
    for (const bandId of after ? bandsOf(after) : []) {
      const holderId = found.slots.get(bandId);
      if (holderId === undefined || holderId === runnerId) continue;
      const changed = states.get(holderId);
      const holder = changed ? changed.after : found.others.get(holderId)?.runner;
      // An index entry that its runner does not bear out binds nobody.
      if (holder && bandsOf(holder).includes(bandId)) return { bandId, holder };
    }
  }
  return undefined;
}

interface RunnerStates {
  readonly current: StoredOther | undefined;
  readonly after: Runner | undefined;
}

/** Everybody whom the change is about, as they are and as they will be. */
function statesOf(
  { runnerId, current, others }: FoundRunner,
  { after, other }: Pick<RunnerChange, 'after' | 'other'>,
): ReadonlyMap<RunnerId, RunnerStates> {
  const states = new Map<RunnerId, RunnerStates>([[runnerId, { current, after }]]);
  if (other) {
    states.set(other.runnerId, { current: others.get(other.runnerId), after: other });
  }
  return states;
}

/**
 * The records and the index of wristbands change together, and only if nobody
 * touched either since they were read: so one number never has two runners.
 */
function planRunnerChange(keys: RaceKeys, found: FoundRunner, change: RunnerChange): CommitPlan {
  const { meta, runners, bands, dismissals } = keys;
  const { runnerId, epoch, current, slots, others } = found;
  const states = [...statesOf(found, change)];
  const given = new Map(
    states.flatMap(([id, { after }]) =>
      (after ? bandsOf(after) : []).map((bandId) => [bandId, id] as const),
    ),
  );
  const freed = states.flatMap(([id, state]) =>
    listBands(state.current).filter((bandId) => slots.get(bandId) === id && !given.has(bandId)),
  );
  const [audit, otherAudit] = states.map(([subject, state]): AuditEntry => {
    const partner = states.find(([id]) => id !== subject)?.[0];
    return {
      by: change.by,
      action: change.action,
      subject,
      ...(partner === undefined ? {} : { with: partner }),
      ...(state.current?.runner ? { before: state.current.runner } : {}),
      ...(state.after ? { after: state.after } : {}),
    };
  });
  return {
    expect: [
      expectField(meta, 'epoch', epoch),
      expectField(runners, runnerId, current?.text),
      ...[...slots].map(([bandId, holder]) => expectField(bands, bandId, holder)),
      ...[...others].map(([otherId, other]) => expectField(runners, otherId, other?.text)),
    ],
    set: [
      ...states.flatMap(([field, { after }]) =>
        after ? [{ key: runners, field, value: encodeRunner(after) }] : [],
      ),
      ...[...given].map(([field, value]) => ({ key: bands, field, value })),
    ],
    del: [
      ...(change.after ? [] : [{ key: runners, field: runnerId }]),
      ...freed.map((field) => ({ key: bands, field })),
      // Whoever holds a band puts an end to its being put aside (RULES.md MS6).
      ...[...given.keys()].map((field) => ({ key: dismissals, field })),
    ],
    ops: states.map(([id, { after }]) =>
      after ? { op: 'put-runner', runner: after } : { op: 'delete-runner', runnerId: id },
    ),
    audit: audit as AuditEntry,
    ...(otherAudit ? { otherAudit } : {}),
  };
}

function listBands(stored: StoredOther | undefined): readonly BandId[] {
  return stored?.runner ? bandsOf(stored.runner) : [];
}

function expectField(key: string, field: string, value: string | undefined) {
  return value === undefined ? { key, field } : { key, field, value };
}
