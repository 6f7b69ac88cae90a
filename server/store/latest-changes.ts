import { asRunnerId, type RunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { Change } from '#shared/wire/change-feed.ts';
import type { Head } from '#shared/wire/http-api.ts';
import { CHANGES_LISTED } from '#shared/wire/runners-api.ts';

import { type LogEntry, readChanges, readLogEntry } from './change-log.ts';
import type { ReportsChange } from './commit.ts';
import { readSteps } from './hash-steps.ts';
import type { RaceKeys } from './keys.ts';
import { readHead } from './race-record.ts';
import { StoredRecords, type RedisClient } from './redis-connection.ts';
import type { UnreadableLog } from './unreadable.ts';

interface LoggedBase {
  readonly version: number;
  /** The epoch of the changed record; absent for an import or a restore, which begins another one. */
  readonly epoch?: string;
  readonly at: string;
  readonly by: string;
  readonly action: string;
  /** One of a change of many runners, which has an entry as a whole: its own values are left out. */
  readonly isOneOfMany?: true;
}

/** A change of a runner; `before` is undefined for a new one, `after` for a deleted one. */
export interface LoggedRunnerChange extends LoggedBase {
  readonly runnerId: RunnerId;
  readonly before?: Runner;
  readonly after?: Runner;
  readonly reason?: string;
  readonly reports?: ReportsChange;
}

/** A change of anything else; the form of before and after depends on the action. */
export interface LoggedOtherChange extends LoggedBase {
  readonly runnerId: undefined;
  readonly before?: unknown;
  readonly after?: unknown;
}

export type LoggedChange = LoggedRunnerChange | LoggedOtherChange;

export interface LatestChanges {
  /** The epoch of the record when it was read. */
  readonly epoch: string;
  readonly version: number;
  /** Newest first. */
  readonly changes: readonly LoggedChange[];
}

/**
 * The version up to which nothing can be undone: of the last import or restore, which replaced the entries. A merge
 * keeps them. Unlisted changes are unknown.
 */
export function findLastReplaced({ changes }: Pick<LatestChanges, 'changes'>): number {
  const replaced = changes.find(({ action }) => action === 'import' || action === 'restore');
  if (replaced) return replaced.version;
  const lowest = lastListed(changes)?.version;
  return lowest === undefined ? 0 : lowest - 1;
}

/** Logged actions that change nothing that organisers work with. */
const QUIET_ACTIONS: ReadonlySet<string> = new Set([
  'sign-in',
  'sign-out',
  'organiser-rehash',
  'organiser-code',
]);

/** The most runners kept from changes of many runners, to know the last change of each. */
const MOST_OF_MANY = 20_000;

/** With more changes, most of them scans, walking the log is faster. */
const MAX_FOLLOWED = 500;

/**
 * Reads the newest changes. The log is a hash without an order, so the first reading walks all of it, in steps; later
 * ones only look at the changes since.
 */
export class LatestChangesReader extends StoredRecords {
  readonly #unreadable: UnreadableLog;
  #known: LatestChanges | undefined;

  constructor(client: RedisClient, keys: RaceKeys, unreadable: UnreadableLog) {
    super(client, keys);
    this.#unreadable = unreadable;
  }

  /** Everything logged before the call, as far as the {@link CHANGES_LISTED} newest go. */
  async read(): Promise<LatestChanges> {
    const head = await readHead(this.client, this.keys);
    const known = this.#known;
    const changes = (known && (await this.#follow(known, head))) ?? (await this.#search(head));
    this.#known = { ...head, changes };
    return this.#known;
  }

  /** Adds what came after `known`; undefined when the change feed no longer has all of it. */
  async #follow(known: LatestChanges, head: Head): Promise<readonly LoggedChange[] | undefined> {
    const newer = head.version - known.version;
    if (head.epoch !== known.epoch || newer < 0 || newer > MAX_FOLLOWED) return undefined;
    const changes = await readChanges(this.client, this.keys, known.version, head.version);
    const fields = changes?.flatMap(listAuditFields);
    if (!fields || fields.length === 0) return fields && known.changes;
    const texts = await this.client.hmGet(this.keys.audit, fields);
    const logged = fields.flatMap((field, index) => {
      const text = texts[index] ?? null;
      return text === null ? [] : (this.#decode(field, text) ?? []);
    });
    return takeNewest([...logged, ...known.changes]);
  }

  async #search(head: Head): Promise<readonly LoggedChange[]> {
    let newest: readonly LoggedChange[] = [];
    this.#unreadable.begin('audit');
    for await (const step of readSteps(this.client, this.keys.audit)) {
      const lowest = lastListed(newest)?.version ?? 0;
      const found = step.flatMap(({ field, value }) => {
        const version = Number.parseInt(field, 10);
        // Entries newer than the head are left to the next reading, which includes all of them.
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

/** The log fields of a change; scans are not logged. */
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
      case 'put-chips':
      case 'put-control':
      case 'delete-control':
      case 'put-dismissal':
      case 'delete-dismissal':
      case 'put-correction':
      case 'delete-correction':
      case 'put-config':
      case 'put-asset':
      case 'accounts':
      case 'readers':
      case 'reload':
        return String(version);
      default:
        return op satisfies never;
    }
  });
  // A change of many also has an entry as a whole.
  return fields.length > 0 ? [...new Set([...fields, String(version)])] : [];
}

function present(field: string, logged: LogEntry): LoggedChange | undefined {
  if (QUIET_ACTIONS.has(logged.action)) return undefined;
  const [version = '', ...idParts] = field.split(':');
  const runnerId = idParts.length === 0 ? undefined : asRunnerId(idParts.join(':'));
  const { before: _before, after: _after, ...rest } = logged;
  const shown = logged.isOneOfMany ? rest : logged;
  return { ...shown, version: Number(version), runnerId } as LoggedChange;
}

/** A step through a hash may bring a field twice; each version has one change of each runner. */
function takeNewest(changes: readonly LoggedChange[]): LoggedChange[] {
  const byField = new Map(
    changes.map((change) => [`${change.version}:${change.runnerId ?? ''}`, change]),
  );
  const newest = [...byField.values()].toSorted((a, b) => b.version - a.version);
  const lowest = lastListed(newest)?.version ?? 0;
  let [listed, ofMany] = [0, 0];
  // So that a change of thousands does not displace all others.
  return newest.filter((change) =>
    change.isOneOfMany
      ? change.version >= lowest && ofMany++ < MOST_OF_MANY
      : listed++ < CHANGES_LISTED,
  );
}

/** The last listed of ordered changes; undefined where there are fewer than are listed. */
function lastListed(newest: readonly LoggedChange[]): LoggedChange | undefined {
  return newest.filter(({ isOneOfMany }) => !isOneOfMany)[CHANGES_LISTED - 1];
}
