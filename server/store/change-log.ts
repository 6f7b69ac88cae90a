import * as z from 'zod/mini';

import type { RunnerId } from '#shared/model/ids.ts';
import { isPlainObject, parseJsonObject } from '#shared/model/json-object.ts';
import type { Runner } from '#shared/model/runner.ts';
import { CHANGES_LISTED } from '#shared/wire/runners-api.ts';

import { readReport } from './codec-of-decisions.ts';
import { readRunner } from './codec.ts';
import type { AuditEntry } from './commit.ts';
import { readSteps } from './hash-steps.ts';
import type { RaceKeys } from './keys.ts';
import type { Head } from '#shared/wire/http-api.ts';
import { readHead } from './race-record.ts';
import { StoredRecords, type RedisClient } from './redis-connection.ts';

/*
 * The log of changes is a hash from version to epoch and entries: one of the change as a whole, or of each of its runners,
 * or both. Scans are not logged.
 */

interface LoggedBase extends Omit<AuditEntry, 'subject' | 'before' | 'after'> {
  readonly version: number;
  readonly epoch: string;
  /** ISO 8601. */
  readonly at: string;
}

/** A change of a runner; `before` is undefined for a new one, `after` for a deleted one. */
export interface LoggedRunnerChange extends LoggedBase {
  readonly runnerId: RunnerId;
  readonly before?: Runner;
  readonly after?: Runner;
}

/** A change of anything else; the shape of before and after depends on the action. */
export interface LoggedOtherChange extends LoggedBase {
  readonly runnerId?: undefined;
  readonly before?: unknown;
  readonly after?: unknown;
}

export type LoggedChange = LoggedRunnerChange | LoggedOtherChange;

/** The entries of a version, all or those of one runner; undefined if unreadable. */
export function readLogged(
  version: number,
  text: string,
  only?: RunnerId,
): readonly LoggedChange[] | undefined {
  const { epoch, entries } = parseJsonObject(text) ?? {};
  if (typeof epoch !== 'string' || !Array.isArray(entries)) return undefined;
  // Checking all entries of a large merge would take too long for the history of one runner.
  const wanted =
    only === undefined
      ? entries
      : entries.filter((entry) => isPlainObject(entry) && entry['subject'] === only);
  if (!wanted.every(isEntry)) return undefined;
  return Array.from(wanted, ({ subject: runnerId, ...entry }) => {
    const ofRunner = runnerId === undefined ? {} : { runnerId };
    return { ...entry, ...ofRunner, version, epoch } as LoggedChange;
  });
}

const reportsSchema = z.optional(z.array(z.any().check(z.refine((one) => readReport(one).ok))));
/** Changes shows these fields, and taking back all reports of a marshal is undone from `reports`. */
const entrySchema = z.object({
  at: z.string().check(z.refine((at) => !Number.isNaN(Date.parse(at)))),
  by: z.string(),
  action: z.string(),
  reason: z.optional(z.string()),
  reports: z.optional(z.object({ made: reportsSchema, gone: reportsSchema })),
});

function isEntry(value: unknown): value is Record<string, unknown> {
  if (!isPlainObject(value) || !entrySchema.safeParse(value).success) return false;
  const { subject, before, after } = value;
  const runners = subject === undefined ? [] : [before, after];
  return runners.every((runner) => runner === undefined || readRunner(runner).ok);
}

/** A logged change: the entry of the whole, and those of its runners. */
export interface LoggedVersion {
  readonly whole: LoggedOtherChange | undefined;
  readonly ofRunners: readonly LoggedRunnerChange[];
}

export async function readLoggedVersion(
  client: RedisClient,
  keys: RaceKeys,
  version: number,
): Promise<LoggedVersion> {
  const text = await client.hGet(keys.audit, String(version));
  const logged = readLogged(version, text ?? '') ?? [];
  return {
    whole: logged.find((change) => change.runnerId === undefined),
    ofRunners: logged.filter((change) => change.runnerId !== undefined),
  };
}

/** All changes of a runner, newest first. */
export async function readRunnerHistory(
  client: RedisClient,
  keys: RaceKeys,
  runnerId: RunnerId,
): Promise<LoggedRunnerChange[]> {
  const named = `"subject":${JSON.stringify(runnerId)}`;
  const byVersion = new Map<number, LoggedRunnerChange>();
  for await (const step of readSteps(client, keys.audit)) {
    for (const { field, value } of step.filter((entry) => entry.value.includes(named))) {
      const [own] = readLogged(Number(field), value, runnerId) ?? [];
      if (own?.runnerId !== undefined) byVersion.set(own.version, own);
    }
  }
  return [...byVersion.values()].toSorted((a, b) => b.version - a.version);
}

export interface LatestChanges extends Head {
  /** Newest first. */
  readonly changes: readonly LoggedChange[];
}

/** The version up to which nothing can be undone: the last import or restore, or the oldest listed change. */
export function findLastReplaced({ changes }: Pick<LatestChanges, 'changes'>): number {
  const replaced = changes.find(({ action }) => action === 'import' || action === 'restore');
  if (replaced) return replaced.version;
  const lowest = changes[CHANGES_LISTED - 1]?.version;
  return lowest === undefined ? 0 : lowest - 1;
}

/** Logged actions that organisers do not see among the changes. */
const QUIET_ACTIONS: ReadonlySet<string> = new Set(['sign-in', 'sign-out', 'organiser-code']);

/** Versions read in one step. */
const VERSIONS_A_STEP = 2 * CHANGES_LISTED;

/** Reads the newest changes, at each call after the first only those made since. */
export class LatestChangesReader extends StoredRecords {
  #known: LatestChanges | undefined;

  /** The {@link CHANGES_LISTED} newest changes at the time of the call; of a change of many the entry of the whole. */
  async read(): Promise<LatestChanges> {
    const head = await readHead(this.client, this.keys);
    const known = this.#known?.epoch === head.epoch ? this.#known : undefined;
    if (!known) this.unreadable.begin('audit');
    const versions = await this.#listVersions(known?.version ?? 0, head.version);
    const found: LoggedChange[] = [];
    for (let at = 0; at < versions.length && found.length < CHANGES_LISTED; at += VERSIONS_A_STEP) {
      found.push(...(await this.#readVersions(versions.slice(at, at + VERSIONS_A_STEP))));
    }
    const changes = [...found, ...(known?.changes ?? [])];
    this.#known = { ...head, changes: changes.slice(0, CHANGES_LISTED) };
    return this.#known;
  }

  /** Versions that may be logged, newest first. Listing the keys of a long log keeps Redis busy for 50 ms. */
  async #listVersions(after: number, until: number): Promise<number[]> {
    if (until - after <= VERSIONS_A_STEP) {
      return Array.from({ length: until - after }, (_, index) => until - index);
    }
    return (await this.client.hKeys(this.keys.audit))
      .map(Number)
      .filter((version) => version > after && version <= until)
      .toSorted((a, b) => b - a);
  }

  async #readVersions(versions: readonly number[]): Promise<LoggedChange[]> {
    if (versions.length === 0) return [];
    const texts = await this.client.hmGet(this.keys.audit, versions.map(String));
    return versions.flatMap((version, index) => {
      const text = texts[index];
      if (text === null || text === undefined) return [];
      const logged = readLogged(version, text);
      if (!logged) {
        this.unreadable.add('audit', String(version), 'is no entry of the log of changes');
      }
      return (logged ?? []).filter(
        ({ action, isOneOfMany }) => !QUIET_ACTIONS.has(action) && !isOneOfMany,
      );
    });
  }
}
