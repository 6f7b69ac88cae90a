import type { RunnerId } from '#shared/model/ids.ts';
import type { Report } from '#shared/model/decisions.ts';
import type { EventTotals, UnrankedResult } from '#shared/model/result.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { Head } from '#shared/wire/http-api.ts';
import type { RunnersDelta } from '#shared/wire/runners-api.ts';
import type { ResultPatch, ResultsDelta } from '#shared/wire/socket-events.ts';
import { presentListedRunner } from './present-runner.ts';

type ResultField = Exclude<keyof UnrankedResult, 'runnerId'>;

/** The effect of a change on one row of the public list. */
export type ResultChange =
  | { readonly kind: 'listed'; readonly runnerId: RunnerId }
  | {
      readonly kind: 'changed';
      readonly runnerId: RunnerId;
      readonly fields: readonly ResultField[];
    }
  | { readonly kind: 'removed'; readonly runnerId: RunnerId };

/** Compares a row before and after; undefined when the public sees no difference. */
export function compareResults(
  runnerId: RunnerId,
  before: UnrankedResult | undefined,
  after: UnrankedResult | undefined,
): ResultChange | undefined {
  if (!after) return before && { kind: 'removed', runnerId };
  if (!before) return { kind: 'listed', runnerId };
  const fields = (Object.keys(after) as (keyof UnrankedResult)[]).filter(
    (field): field is ResultField => field !== 'runnerId' && !isSame(before[field], after[field]),
  );
  for (const field of SELDOM) if (before[field] != null && !(field in after)) fields.push(field);
  return fields.length === 0 ? undefined : { kind: 'changed', runnerId, fields };
}

/** Fields that may disappear from a row: a patch then has null. */
const SELDOM = ['sex', 'laps', 'categoryMs'] as const;

function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((value, i) => value === b[i]);
  }
  return a === b;
}

export interface CurrentRows {
  find(runnerId: string): UnrankedResult | undefined;
}

/** Merges changes of the public list into the patches and removals that lead to today's rows. */
function mergeResultChanges(
  changes: Iterable<ResultChange>,
  rows: CurrentRows,
): Pick<ResultsDelta, 'upsert' | 'remove'> {
  const touched = new Map<string, Set<ResultField> | 'whole'>();
  for (const change of changes) {
    const known = touched.get(change.runnerId);
    if (change.kind !== 'changed') touched.set(change.runnerId, 'whole');
    else if (known !== 'whole') {
      touched.set(change.runnerId, new Set([...(known ?? []), ...change.fields]));
    }
  }
  const upsert: ResultPatch[] = [];
  const remove: string[] = [];
  for (const [runnerId, fields] of touched) {
    const row = rows.find(runnerId);
    if (!row) remove.push(runnerId);
    else upsert.push(fields === 'whole' ? row : pickFields(row, fields));
  }
  return { upsert, remove };
}

function pickFields(row: UnrankedResult, fields: ReadonlySet<ResultField>): ResultPatch {
  return {
    runnerId: row.runnerId,
    ...Object.fromEntries([...fields].map((field) => [field, row[field] ?? null])),
  };
}

/** Versions kept; a viewer further behind fetches everything. */
const VERSIONS_KEPT = 4_000;

interface Entry<Change> {
  readonly version: number;
  readonly changes: readonly Change[];
}

/**
 * The changes of each recent version in one list, so that any span of versions merges into one
 * delta with today's values. Versions that changed nothing take no room.
 */
class ChangeHistory<Change> {
  /** The oldest version a delta can start from. */
  #floor = 0;
  #entries: Entry<Change>[] = [];

  /** Starts again after the record was loaded: differences to earlier versions are unknown. */
  restart(version: number): void {
    this.#floor = version;
    this.#entries = [];
  }

  record(version: number, changes: readonly Change[]): void {
    if (changes.length === 0) return;
    this.#entries.push({ version, changes });
    // Cutting in slices keeps the cost of a version constant.
    if (this.#entries.length >= 2 * VERSIONS_KEPT) {
      this.#entries = this.#entries.slice(-VERSIONS_KEPT);
      this.#floor = (this.#entries[0]?.version ?? version) - 1;
    }
  }

  /** All changes after `version`, in order; undefined when they are no longer known. */
  findSince(version: number): readonly Change[] | undefined {
    if (version < this.#floor) return undefined;
    const last = this.#entries.findLastIndex((entry) => entry.version <= version);
    return this.#entries.slice(last + 1).flatMap((entry) => entry.changes);
  }
}

/** The present race, to which a delta leads. */
export interface CurrentRace {
  readonly head: Head;
  readonly standings: CurrentRows & { readonly totals: EventTotals };
  readonly reports: { of(runnerId: RunnerId): readonly Report[] };
  findRunner(runnerId: RunnerId): Runner | undefined;
}

/** Recent changes, for viewers who ask what they missed; undefined when that is no longer known. */
export class RecentChanges {
  readonly #results = new ChangeHistory<ResultChange>();
  readonly #runners = new ChangeHistory<RunnerId>();
  readonly #hidden = new ChangeHistory<RunnerId>();

  restart(version: number): void {
    this.#results.restart(version);
    this.#runners.restart(version);
    this.#hidden.restart(version);
  }

  record(
    version: number,
    changes: {
      readonly results: readonly ResultChange[];
      readonly runners: readonly RunnerId[];
      readonly hidden: readonly RunnerId[];
    },
  ): void {
    this.#results.record(version, changes.results);
    this.#runners.record(version, changes.runners);
    this.#hidden.record(version, changes.hidden);
  }

  /** The delta from `from` to the present public list. */
  findDelta(from: Head, race: CurrentRace): ResultsDelta | undefined {
    const { head, standings } = race;
    const changes = findSince(this.#results, from, head);
    const hidden = findSince(this.#hidden, from, head);
    if (!changes || !hidden) return undefined;
    const rows = mergeResultChanges(changes, standings);
    const delta = { ...head, from: from.version, ...rows, totals: standings.totals };
    const stillHidden = [...new Set(hidden)].filter((id) => race.findRunner(id)?.isPrivate);
    return stillHidden.length === 0 ? delta : { ...delta, hidden: stillHidden };
  }

  /** The same for the organisers' list of runners. */
  findRunnersDelta(from: Head, race: CurrentRace): RunnersDelta | undefined {
    const touched = findSince(this.#runners, from, race.head);
    if (!touched) return undefined;
    const ids = [...new Set(touched)];
    const present = ids.flatMap((runnerId) => race.findRunner(runnerId) ?? []);
    return {
      ...race.head,
      from: from.version,
      upsert: present.map((one) => presentListedRunner(one, race.reports.of(one.runnerId))),
      remove: ids.filter((runnerId) => !race.findRunner(runnerId)),
    };
  }
}

function findSince<T>(
  history: ChangeHistory<T>,
  from: Head,
  { epoch }: Head,
): readonly T[] | undefined {
  return from.epoch === epoch ? history.findSince(from.version) : undefined;
}
