import { asRunnerId, type RunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import { CHANGES_LISTED } from '#shared/wire/runners-api.ts';
import type { Change } from '#shared/wire/change-feed.ts';
import type { Head } from '#shared/wire/http-api.ts';
import { parseJsonObject } from '#shared/model/json-object.ts';

import { readChanges } from './change-log.ts';
import type { RaceKeys } from './keys.ts';
import { readHead } from './race-record.ts';
import { countsFailedSignIns } from './session-records.ts';
import type { RedisClient } from './redis-connection.ts';
import type { UnreadableLog } from './unreadable.ts';
import { readRunner } from './codec.ts';

/** A change of one runner, as the log of changes keeps it. */
export interface AuditedChange {
  readonly version: number;
  readonly epoch: string;
  readonly at: string;
  readonly by: string;
  readonly action: string;
  /** Another runner whom the same change was about. */
  readonly with?: RunnerId;
  /** Undefined for a runner who was new. */
  readonly before?: Runner;
  /** Undefined for a runner who was deleted. */
  readonly after?: Runner;
}

/** All changes of a runner, newest first; empty for one that nobody changed. */
export async function readRunnerHistory(
  client: RedisClient,
  keys: RaceKeys,
  runnerId: RunnerId,
): Promise<AuditedChange[]> {
  const byVersion = new Map<number, AuditedChange>();
  const options = { MATCH: `*:${escapeGlob(runnerId)}`, COUNT: SCAN_STEP };
  for await (const entries of client.hScanIterator(keys.audit, options)) {
    for (const { field, value } of Array.isArray(entries) ? entries : [entries]) {
      const version = Number.parseInt(field, 10);
      const entry = readLogEntry(field, value);
      if (entry) byVersion.set(version, { ...(entry as Omit<AuditedChange, 'version'>), version });
    }
  }
  return [...byVersion.values()].toSorted((a, b) => b.version - a.version);
}

/** What every entry of the log of changes has; `before` and `after` are whole runners where it is about one. */
interface LogEntry {
  readonly epoch?: string;
  readonly at: string;
  readonly by: string;
  readonly action: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Reads an entry under its field, the version and, with a colon between, the runner; undefined when it cannot be read. */
function readLogEntry(field: string, text: string): LogEntry | undefined {
  const entry = parseJsonObject(text);
  if (!entry || !/^\d{1,15}(:|$)/.test(field)) return undefined;
  const { epoch, at, by, action, before, after } = entry;
  const areTexts = [epoch ?? '', at, by, action].every((value) => typeof value === 'string');
  const areRunners =
    !field.includes(':') ||
    [before, after].every((value) => value === undefined || readRunner(value).ok);
  const isReadable = areTexts && areRunners && !Number.isNaN(Date.parse(at as string));
  return isReadable ? (entry as unknown as LogEntry) : undefined;
}

/** The change of the settings at this version; undefined when there is none. */
export async function readConfigChange(
  client: RedisClient,
  keys: RaceKeys,
  version: number,
): Promise<LoggedOtherChange | undefined> {
  const field = String(version);
  const entry = readLogEntry(field, (await client.hGet(keys.audit, field)) ?? '');
  return entry?.action === 'config' ? { ...entry, version, runnerId: undefined } : undefined;
}

function escapeGlob(text: string): string {
  return text.replaceAll(/[\\*?[\]]/g, String.raw`\$&`);
}

interface LoggedBase {
  readonly version: number;
  /** Of the record that was changed; an import or a restore, which begins another one, has none. */
  readonly epoch?: string;
  readonly at: string;
  readonly by: string;
  readonly action: string;
}

/** A change of a runner; `before` undefined for one who was new, `after` for one who was deleted. */
export interface LoggedRunnerChange extends LoggedBase {
  readonly runnerId: RunnerId;
  readonly before?: Runner;
  readonly after?: Runner;
}

/** A change of anything else; what it says of before and after depends on the action. */
export interface LoggedOtherChange extends LoggedBase {
  readonly runnerId: undefined;
  readonly before?: unknown;
  readonly after?: unknown;
}

export type LoggedChange = LoggedRunnerChange | LoggedOtherChange;

/** The newest part of the log of changes. */
export interface LatestChanges {
  /** Of the record when it was read. */
  readonly epoch: string;
  readonly version: number;
  /** Newest first. */
  readonly changes: readonly LoggedChange[];
}

/** What is logged but changes nothing that organisers work with. */
const QUIET_ACTIONS: ReadonlySet<string> = new Set([
  'sign-in',
  'sign-out',
  'organiser-rehash',
  'organiser-code',
]);

/** Fields brought by one step through the log; others are served between two. */
const SCAN_STEP = 2_000;

/** Past this many changes, most of them scans, going through the log is the shorter way. */
const MAX_FOLLOWED = 500;

/**
 * Reads the newest changes. The log is a hash in no order, so the first reading
 * goes through all of it, in steps; later ones look only at what was changed since.
 */
export class LatestChangesReader {
  readonly #client: RedisClient;
  readonly #keys: RaceKeys;
  readonly #unreadable: UnreadableLog;
  #known: LatestChanges | undefined;

  constructor(client: RedisClient, keys: RaceKeys, unreadable: UnreadableLog) {
    this.#client = client;
    this.#keys = keys;
    this.#unreadable = unreadable;
  }

  /** All that was logged before the call, as far as the {@link CHANGES_LISTED} newest go. */
  async read(): Promise<LatestChanges> {
    const head = await readHead(this.#client, this.#keys);
    const known = this.#known;
    const changes = (known && (await this.#follow(known, head))) ?? (await this.#search(head));
    this.#known = { ...head, changes };
    return this.#known;
  }

  /** Adds what came after `known`; undefined when that cannot be told from the change feed. */
  async #follow(known: LatestChanges, head: Head): Promise<readonly LoggedChange[] | undefined> {
    const newer = head.version - known.version;
    if (head.epoch !== known.epoch || newer < 0 || newer > MAX_FOLLOWED) return undefined;
    const changes = await readChanges(this.#client, this.#keys, known.version, head.version);
    const fields = changes?.flatMap(listAuditFields);
    if (!fields || fields.length === 0) return fields && known.changes;
    const texts = await this.#client.hmGet(this.#keys.audit, fields);
    const logged = fields.flatMap((field, index) => {
      const text = texts[index] ?? null;
      return text === null ? [] : (this.#decode(field, text) ?? []);
    });
    return takeNewest([...logged, ...known.changes]);
  }

  async #search(head: Head): Promise<readonly LoggedChange[]> {
    let newest: readonly LoggedChange[] = [];
    this.#unreadable.begin('audit');
    const { audit } = this.#keys;
    for await (const entries of this.#client.hScanIterator(audit, { COUNT: SCAN_STEP })) {
      const lowest = newest.length < CHANGES_LISTED ? 0 : (newest.at(-1)?.version ?? 0);
      const found = (Array.isArray(entries) ? entries : [entries]).flatMap(({ field, value }) => {
        if (countsFailedSignIns(field)) return [];
        const version = Number.parseInt(field, 10);
        // What is newer than the head is left to the next reading, which misses none of it.
        if (version < lowest || version > head.version) return [];
        return this.#decode(field, value) ?? [];
      });
      newest = takeNewest([...newest, ...found]);
    }
    return newest;
  }

  #decode(field: string, text: string): LoggedChange | undefined {
    const entry = readLogEntry(field, text);
    if (!entry) this.#unreadable.add('audit', field, 'is no entry of the log of changes');
    return entry && present(field, entry);
  }
}

/** Where a change stands in the log; scans are not logged. */
function listAuditFields({ version, ops }: Change): string[] {
  const fields = ops.flatMap((op) => {
    switch (op.op) {
      case 'add-scan':
        return [];
      case 'put-runner':
        return `${version}:${op.runner.runnerId}`;
      case 'delete-runner':
        return `${version}:${op.runnerId}`;
      case 'put-dismissal':
      case 'delete-dismissal':
      case 'put-correction':
      case 'delete-correction':
      case 'put-config':
      case 'put-asset':
      case 'accounts':
      case 'reload':
        return String(version);
      default:
        return op satisfies never;
    }
  });
  return [...new Set(fields)];
}

/** Undefined for what is not listed. */
function present(field: string, logged: LogEntry): LoggedChange | undefined {
  if (QUIET_ACTIONS.has(logged.action)) return undefined;
  const [version = '', ...rest] = field.split(':');
  const runnerId = rest.length === 0 ? undefined : asRunnerId(rest.join(':'));
  return { ...logged, version: Number(version), runnerId } as LoggedChange;
}

/** A step through a hash may bring a field twice; of one version there is one change of each runner. */
function takeNewest(changes: readonly LoggedChange[]): LoggedChange[] {
  const byField = new Map(
    changes.map((change) => [`${change.version}:${change.runnerId ?? ''}`, change]),
  );
  return [...byField.values()].toSorted((a, b) => b.version - a.version).slice(0, CHANGES_LISTED);
}
