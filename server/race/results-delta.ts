import type { RunnerId } from '#shared/model/ids.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { Head } from '#shared/wire/http-api.ts';
import type { RunnersDelta } from '#shared/wire/runners-api.ts';
import type { ResultPatch, ResultsDelta } from '#shared/wire/socket-events.ts';
import type { LiveRace } from './live-race.ts';
import { presentListedRunner } from './present-runner.ts';

type ResultField = Exclude<keyof UnrankedResult, 'runnerId'>;

/** The effect of a change on one row of the public list. */
export interface ResultChange {
  readonly runnerId: RunnerId;
  /** The changed fields; absent if the row was added or removed. */
  readonly fields?: readonly ResultField[];
}

/** Compares a row before and after; undefined if the public sees no difference. */
export function compareResults(
  runnerId: RunnerId,
  before: UnrankedResult | undefined,
  after: UnrankedResult | undefined,
): ResultChange | undefined {
  if (!before || !after) return (before ?? after) && { runnerId };
  const fields = (Object.keys(after) as (keyof UnrankedResult)[]).filter(
    (field): field is ResultField => field !== 'runnerId' && !isSame(before[field], after[field]),
  );
  for (const field of OPTIONAL) if (before[field] != null && !(field in after)) fields.push(field);
  return fields.length === 0 ? undefined : { runnerId, fields };
}

/** Fields that can disappear from a row: a patch then has null. */
const OPTIONAL = ['sex', 'laps', 'categoryMs'] as const;

function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((value, i) => value === b[i]);
  }
  return a === b;
}

/** Merges changes of the public list into the patches and removals that lead to the present rows. */
function mergeResultChanges(
  changes: Iterable<ResultChange>,
  rows: Pick<LiveRace['standings'], 'find'>,
): Pick<ResultsDelta, 'upsert' | 'remove'> {
  const touched = new Map<string, Set<ResultField> | 'whole'>();
  for (const { runnerId, fields } of changes) {
    const known = touched.get(runnerId);
    if (!fields) touched.set(runnerId, 'whole');
    else if (known !== 'whole') touched.set(runnerId, new Set([...(known ?? []), ...fields]));
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

/** The number of versions kept; a viewer further behind loads everything. */
const VERSIONS_KEPT = 4_000;

/** The effect of a version on the lists. */
interface VersionChanges {
  readonly results: readonly ResultChange[];
  readonly runners: readonly RunnerId[];
  readonly hidden: readonly RunnerId[];
}

/** The changes of recent versions, of which any span merges into one delta to the present race. */
export class RecentChanges {
  /** The oldest version from which a delta can start. */
  #floor = 0;
  #versions: (VersionChanges & { readonly version: number })[] = [];

  /** Starts again after a load, since differences to earlier versions are unknown. */
  restart(version: number): void {
    this.#floor = version;
    this.#versions = [];
  }

  record(version: number, { results, runners, hidden }: VersionChanges): void {
    if (results.length + runners.length + hidden.length === 0) return;
    this.#versions.push({ version, results, runners, hidden });
    // Cutting many at once keeps the cost of a version constant.
    if (this.#versions.length >= 2 * VERSIONS_KEPT) {
      this.#versions = this.#versions.slice(-VERSIONS_KEPT);
      this.#floor = (this.#versions[0]?.version ?? version) - 1;
    }
  }

  /** The delta from `from` to the present public list; undefined if the changes since are no longer known. */
  findDelta(from: Head, race: LiveRace): ResultsDelta | undefined {
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

  /** The delta of the organisers' list of runners. */
  findRunnersDelta(from: Head, race: LiveRace): RunnersDelta | undefined {
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
