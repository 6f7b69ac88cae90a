import { asRunnerId, type RunnerId } from '#shared/model/ids.ts';
import { isPlainObject, parseJsonObject } from '#shared/model/json-object.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { Change, ChangeOp } from '#shared/wire/change-feed.ts';

import { readReport } from './codec-of-decisions.ts';
import { readRunner } from './codec.ts';
import type { ReportsChange } from './commit.ts';
import { readSteps } from './hash-steps.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';

/** Parses a published or kept change; undefined for anything else. The follower finds operations that are none. */
export function parseChange(text: string): Change | undefined {
  const { epoch, version, ops } = parseJsonObject(text) ?? {};
  const isChange = typeof epoch === 'string' && Number.isSafeInteger(version) && Array.isArray(ops);
  return isChange ? { epoch, version: version as number, ops: ops as ChangeOp[] } : undefined;
}

/**
 * The changes after `version` up to `until`, in order; undefined when some of them are no longer kept.
 */
export async function readChanges(
  client: RedisClient,
  keys: RaceKeys,
  version: number,
  until: number,
): Promise<Change[] | undefined> {
  const versions = Array.from({ length: until - version }, (_, i) => String(version + 1 + i));
  if (versions.length === 0) return [];
  const texts = await client.hmGet(keys.changes, versions);
  const changes = texts.flatMap((text, index) => {
    const change = text === null ? undefined : parseChange(text);
    return change?.version === version + 1 + index ? change : [];
  });
  return changes.length === versions.length ? changes : undefined;
}

export interface AuditedChange {
  readonly version: number;
  readonly epoch: string;
  readonly at: string;
  readonly by: string;
  readonly action: string;
  /** Another runner in the same change. */
  readonly with?: RunnerId;
  /** Undefined for a new runner. */
  readonly before?: Runner;
  /** Undefined for a deleted runner. */
  readonly after?: Runner;
  readonly reason?: string;
  /** The reports of the runner that were made or removed with it. */
  readonly reports?: ReportsChange;
}

/** All changes of a runner, newest first; empty for one that nobody changed. */
export async function readRunnerHistory(
  client: RedisClient,
  keys: RaceKeys,
  runnerId: RunnerId,
): Promise<AuditedChange[]> {
  const byVersion = new Map<number, AuditedChange>();
  for await (const step of readSteps(client, keys.audit, `*:${escapeGlob(runnerId)}`)) {
    for (const { field, value } of step) {
      const version = Number.parseInt(field, 10);
      const entry = readLogEntry(field, value);
      if (entry) byVersion.set(version, { ...(entry as Omit<AuditedChange, 'version'>), version });
    }
  }
  return [...byVersion.values()].toSorted((a, b) => b.version - a.version);
}

/** The fields of every entry in the log of changes; `before` and `after` are whole runners where it is about one. */
export interface LogEntry {
  readonly epoch?: string;
  readonly at: string;
  readonly by: string;
  readonly action: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
  readonly reports?: ReportsChange;
  /** The change as a whole has its own entry, which lists show instead. */
  readonly isOneOfMany?: true;
}

/**
 * Reads an entry under its field, which is the version and, after a colon, the runner; undefined when it cannot be
 * read.
 */
export function readLogEntry(field: string, text: string): LogEntry | undefined {
  const entry = parseJsonObject(text);
  if (!entry || !/^\d{1,15}(:|$)/.test(field)) return undefined;
  const { epoch, at, by, action, before, after, reports, reason = '' } = entry;
  const areTexts = [epoch ?? '', at, by, action, reason].every(
    (value) => typeof value === 'string',
  );
  const areRunners =
    !field.includes(':') ||
    [before, after].every((value) => value === undefined || readRunner(value).ok);
  const isReadable =
    areTexts && areRunners && areReports(reports) && !Number.isNaN(Date.parse(at as string));
  return isReadable ? (entry as unknown as LogEntry) : undefined;
}

/** A change as the log has it: the entry of the whole, and those of the runners in it. */
export interface LoggedVersion {
  readonly whole: LogEntry | undefined;
  readonly ofRunners: readonly (AuditedChange & { readonly runnerId: RunnerId })[];
}

export async function readLoggedVersion(
  client: RedisClient,
  keys: RaceKeys,
  version: number,
): Promise<LoggedVersion> {
  const whole = await client.hGet(keys.audit, String(version));
  const ofRunners = new Map<string, AuditedChange & { readonly runnerId: RunnerId }>();
  for await (const step of readSteps(client, keys.audit, `${version}:*`)) {
    for (const { field, value } of step) {
      const entry = readLogEntry(field, value) as AuditedChange | undefined;
      const runnerId = asRunnerId(field.slice(field.indexOf(':') + 1));
      if (entry) ofRunners.set(field, { ...entry, version, runnerId });
    }
  }
  return {
    whole: whole === null ? undefined : readLogEntry(String(version), whole),
    ofRunners: [...ofRunners.values()],
  };
}

function areReports(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isPlainObject(value)) return false;
  return [value['made'] ?? [], value['gone'] ?? []].every(
    (list) => Array.isArray(list) && list.every((report) => readReport(report).ok),
  );
}

function escapeGlob(text: string): string {
  return text.replaceAll(/[\\*?[\]]/g, String.raw`\$&`);
}
