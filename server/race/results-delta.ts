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

/** The present race, to which a delta leads. */
export interface CurrentRace {
  readonly head: Head;
  readonly standings: CurrentRows & { readonly totals: EventTotals };
  readonly reports: { of(runnerId: RunnerId): readonly Report[] };
  findRunner(runnerId: RunnerId): Runner | undefined;
}

/** Versions kept; a viewer further behind fetches everything. */
const VERSIONS_KEPT = 4_000;

/** The effect of a version on the lists. */
interface VersionChanges {
  readonly results: readonly ResultChange[];
  readonly runners: readonly RunnerId[];
  readonly hidden: readonly RunnerId[];
}

/**
 * The changes of recent versions, for viewers who ask what they missed: any span of versions merges into one delta with
 * today's values. Versions that changed nothing take no room.
 */
export class RecentChanges {
  /** The oldest version a delta can start from. */
  #floor = 0;
  #versions: (VersionChanges & { readonly version: number })[] = [];

  /** Starts again after the record was loaded: differences to earlier versions are unknown. */
  restart(version: number): void {
    this.#floor = version;
    this.#versions = [];
  }

  record(version: number, { results, runners, hidden }: VersionChanges): void {
    if (results.length + runners.length + hidden.length === 0) return;
    this.#versions.push({ version, results, runners, hidden });
    // Cutting in slices keeps the cost of a version constant.
    if (this.#versions.length >= 2 * VERSIONS_KEPT) {
      this.#versions = this.#versions.slice(-VERSIONS_KEPT);
      this.#floor = (this.#versions[0]?.version ?? version) - 1;
    }
  }

  /** The delta from `from` to the present public list; undefined when the changes since are no longer known. */
  findDelta(from: Head, race: CurrentRace): ResultsDelta | undefined {
    const { head, standings } = race;
    const since = this.#findSince(from, head);
    if (!since) return undefined;
    const rows = mergeResultChanges(
      since.flatMap(({ results }) => results),
      standings,
    );
    const delta = { ...head, from: from.version, ...rows, totals: standings.totals };
    const hidden = new Set(since.flatMap((changes) => changes.hidden));
    const stillHidden = [...hidden].filter((id) => race.findRunner(id)?.isPrivate);
    return stillHidden.length === 0 ? delta : { ...delta, hidden: stillHidden };
  }

  /** The same for the organisers' list of runners. */
  findRunnersDelta(from: Head, race: CurrentRace): RunnersDelta | undefined {
    const since = this.#findSince(from, race.head);
    if (!since) return undefined;
    const ids = [...new Set(since.flatMap(({ runners }) => runners))];
    const present = ids.flatMap((runnerId) => race.findRunner(runnerId) ?? []);
    return {
      ...race.head,
      from: from.version,
      upsert: present.map((one) => presentListedRunner(one, race.reports.of(one.runnerId))),
      remove: ids.filter((runnerId) => !race.findRunner(runnerId)),
    };
  }

  #findSince(from: Head, { epoch }: Head): readonly VersionChanges[] | undefined {
    if (from.epoch !== epoch || from.version < this.#floor) return undefined;
    const last = this.#versions.findLastIndex(({ version }) => version <= from.version);
    return this.#versions.slice(last + 1);
  }
}
