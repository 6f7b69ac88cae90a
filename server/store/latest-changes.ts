import { asRunnerId, type RunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { Change } from '#shared/wire/change-feed.ts';
import type { Head } from '#shared/wire/http-api.ts';
import { CHANGES_LISTED } from '#shared/wire/runners-api.ts';

import { type LogEntry, readLogEntry } from './audit-log.ts';
import { readChanges } from './change-log.ts';
import type { ReportsChange } from './commit.ts';
import { readSteps } from './hash-steps.ts';
import type { RaceKeys } from './keys.ts';
import { readHead } from './race-record.ts';
import type { RedisClient } from './redis-connection.ts';
import { countsFailedSignIns } from './session-records.ts';
import type { UnreadableLog } from './unreadable.ts';

interface LoggedBase {
  readonly version: number;
  /** Of the record that was changed; an import or a restore, which begins another one, has none. */
  readonly epoch?: string;
  readonly at: string;
  readonly by: string;
  readonly action: string;
  /** One of a change of many runners, of which there is an entry as a whole: what it did to this one is left out. */
  readonly isOneOfMany?: true;
}

/** A change of a runner; `before` undefined for one who was new, `after` for one who was deleted. */
export interface LoggedRunnerChange extends LoggedBase {
  readonly runnerId: RunnerId;
  readonly before?: Runner;
  readonly after?: Runner;
  readonly reason?: string;
  readonly reports?: ReportsChange;
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

/** Runners whose change is one of many, kept to know which changes of theirs are the last. */
const MOST_OF_MANY = 20_000;

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
    for await (const step of readSteps(this.#client, this.#keys.audit)) {
      const lowest = lastListed(newest)?.version ?? 0;
      const found = step.flatMap(({ field, value }) => {
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
      case 'put-report':
        return `${version}:${op.report.runnerId}`;
      case 'delete-report':
        return `${version}:${op.runnerId}`;
      case 'put-control':
      case 'delete-control':
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
        // One of a newer release may have an entry or none.
        op satisfies never;
        return String(version);
    }
  });
  // A change of many has an entry as a whole, too.
  return fields.length > 0 ? [...new Set([...fields, String(version)])] : [];
}

/** Undefined for what is not listed. */
function present(field: string, logged: LogEntry): LoggedChange | undefined {
  if (QUIET_ACTIONS.has(logged.action)) return undefined;
  const [version = '', ...idParts] = field.split(':');
  const runnerId = idParts.length === 0 ? undefined : asRunnerId(idParts.join(':'));
  const { before: _before, after: _after, ...rest } = logged;
  const told = logged.isOneOfMany ? rest : logged;
  return { ...told, version: Number(version), runnerId } as LoggedChange;
}

/** A step through a hash may bring a field twice; of one version there is one change of each runner. */
function takeNewest(changes: readonly LoggedChange[]): LoggedChange[] {
  const byField = new Map(
    changes.map((change) => [`${change.version}:${change.runnerId ?? ''}`, change]),
  );
  const newest = [...byField.values()].toSorted((a, b) => b.version - a.version);
  const lowest = lastListed(newest)?.version ?? 0;
  let [listed, ofMany] = [0, 0];
  // So that the log of a change of thousands does not take the place of all others.
  return newest.filter((change) =>
    change.isOneOfMany
      ? change.version >= lowest && ofMany++ < MOST_OF_MANY
      : listed++ < CHANGES_LISTED,
  );
}

/** Of changes that are in their order; undefined where there are fewer than are listed. */
function lastListed(newest: readonly LoggedChange[]): LoggedChange | undefined {
  return newest.filter(({ isOneOfMany }) => !isOneOfMany)[CHANGES_LISTED - 1];
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
