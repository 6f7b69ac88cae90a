import { asRunnerId, type BandId, type RunnerId } from '#shared/model/ids.ts';
import { decodeReport } from './codec-of-decisions.ts';
import { decodeRunner, encodeRunner } from './codec.ts';
import { type AuditEntry, commit, type CommitOutcome, type CommitPlan } from './commit.ts';
import { readDecoded, readSteps } from './hash-steps.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
import {
  type ChangeOfMany,
  planChangeOfMany,
  readReportsOfMany,
  type ReportsOfMany,
} from './reports-of-many.ts';
import {
  type FoundReports,
  type FoundRunner,
  listBands,
  planRunnerChange,
  type RunnerChange,
  type StoredOther,
  type StoredRunner,
} from './runner-change.ts';
import { UnreadableRecordError } from './unreadable.ts';
import type { Report } from '#shared/model/report.ts';
import { foldBib } from '#shared/format/fold-text.ts';
import type { EventCode } from '#shared/model/event.ts';
import type { Runner } from '#shared/model/runner.ts';

/** What an import would remove. */
export interface Entered {
  /** The wristbands in use; the index also has earlier, lost ones, which nobody wears. */
  readonly wornBands: readonly string[];
  /** By folded bib, the event of the runners who have it; none where they are in several. */
  readonly eventsByBib: ReadonlyMap<string, EventCode>;
  /** How many the public sees by the bib alone. */
  readonly privateNow: number;
}

function listEventsByBib(runners: readonly Runner[]): ReadonlyMap<string, EventCode> {
  const events = new Map<string, EventCode>();
  const several = new Set<string>();
  for (const { bibNumber, event } of runners) {
    const bib = foldBib(bibNumber);
    if ((events.get(bib) ?? event) !== event) several.add(bib);
    if (bib !== '') events.set(bib, event);
  }
  for (const bib of several) events.delete(bib);
  return events;
}

/** The runners and the holder of each wristband, read one at a time and changed by one commit each. */
export class RunnerRecords {
  readonly #client: RedisClient;
  readonly #keys: RaceKeys;

  constructor(client: RedisClient, keys: RaceKeys) {
    this.#client = client;
    this.#keys = keys;
  }

  async readEntered(): Promise<Entered> {
    const runners = await readDecoded(this.#client, this.#keys.runners, decodeRunner);
    return {
      wornBands: runners.flatMap(({ bandId }) => bandId ?? []),
      eventsByBib: listEventsByBib(runners),
      privateNow: runners.filter(({ isPrivate }) => isPrivate).length,
    };
  }

  /** Reads the runner, the `otherIds`, and the other holders of `bandIds` and of the numbers of any of these. */
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

  /** The reports of a runner, to decide on beside what {@link read} finds. */
  async readReports(runnerId: RunnerId): Promise<FoundReports> {
    const { meta, reports } = this.#keys;
    // First: any later change also changes the token.
    const token = await this.#client.hGet(meta, 'reports');
    const texts = new Map<string, string>();
    for await (const step of readSteps(this.#client, reports)) {
      for (const { field, value } of step) texts.set(field, value);
    }
    const ofRunner = Array.from(texts, ([reportId, text]) => {
      // Parsing every text would take too long.
      const reading = text.includes(runnerId) ? decodeReport(reportId, text) : undefined;
      return reading?.ok && reading.value.runnerId === runnerId ? reading.value : [];
    }).flat();
    return { token: token ?? undefined, ofRunner, ids: new Set(texts.keys()), count: texts.size };
  }

  /**
   * How many reports there are in all, to add one beside what {@link read} finds: reading them all for each tap of a
   * phone would delay everybody.
   */
  async countReports(): Promise<FoundReports> {
    const { meta, reports } = this.#keys;
    const token = await this.#client.hGet(meta, 'reports');
    const count = await this.#client.hLen(reports);
    return { token: token ?? undefined, ofRunner: [], ids: new Set(), count };
  }

  /** The existing and readable ones of these runners, in one reading. */
  async readMany(runnerIds: readonly RunnerId[]): Promise<StoredRunner[]> {
    if (runnerIds.length === 0) return [];
    const texts = await this.#client.hmGet(this.#keys.runners, [...runnerIds]);
    return runnerIds.flatMap((runnerId, index) => {
      const text = texts[index];
      const reading = text ? decodeRunner(runnerId, text) : undefined;
      return text && reading?.ok ? { text, runner: reading.value } : [];
    });
  }

  /** Writes all of it if each runner is as they were read. */
  commitMany(
    changed: readonly ChangedEntry[],
    what: Pick<AuditEntry, 'by' | 'action'>,
  ): Promise<CommitOutcome> {
    return commit(this.#client, this.#keys, planEntriesOfMany(this.#keys, changed, what));
  }

  /** The reports of all runners, or those of one kind, to change many in one step. */
  readReportsOfMany(kind?: Report['kind']): Promise<ReportsOfMany> {
    return readReportsOfMany(this.#client, this.#keys, kind);
  }

  /** Writes all of it if no report was made or taken back, and none of the runners changed, since they were read. */
  commitReportsOfMany(found: ReportsOfMany, change: ChangeOfMany): Promise<CommitOutcome> {
    return commit(this.#client, this.#keys, planChangeOfMany(this.#keys, found, change));
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

  /** Nothing can be decided on an unreadable record: throws an {@link UnreadableRecordError}. */
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

/** One of many runners who are changed together, none of them in their wristbands. */
interface ChangedEntry {
  readonly before: StoredRunner;
  readonly after: Runner;
}

/** Changes them all if each is as it was read, with an entry in the log for the change as a whole. */
function planEntriesOfMany(
  keys: RaceKeys,
  changed: readonly ChangedEntry[],
  { by, action }: Pick<AuditEntry, 'by' | 'action'>,
): CommitPlan {
  const fields = changed.map(({ before, after }) => ({
    before: { key: keys.runners, field: after.runnerId, value: before.text },
    after: { key: keys.runners, field: after.runnerId, value: encodeRunner(after) },
  }));
  return {
    expect: fields.map(({ before }) => before),
    set: fields.map(({ after }) => after),
    ops: changed.map(({ after }) => ({ op: 'put-runner', runner: after })),
    audit: { by, action, after: { runners: changed.length } },
    otherAudits: changed.map(({ before, after }) => ({
      by,
      action,
      subject: after.runnerId,
      isOneOfMany: true,
      before: before.runner,
      after,
    })),
  };
}
