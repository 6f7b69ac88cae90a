import type { EventTotals, UnrankedResult } from '#shared/model/result.ts';
import type { Head } from '#shared/wire/http-api.ts';
import type { ResultPatch, ResultsDelta } from '#shared/wire/socket-events.ts';

import type { ResultChange, ResultField } from './result-change.ts';

/** Versions kept for readers who ask what they missed; older ones fetch everything again. */
const VERSIONS_KEPT = 2_000;

/** The rows as they stand now. */
export interface CurrentRows {
  find(runnerId: string): UnrankedResult | undefined;
  readonly totals: EventTotals;
}

interface Entry {
  readonly version: number;
  readonly changes: readonly ResultChange[];
}

/**
 * Which rows each recent version touched, so that any span of versions merges
 * into one delta with today's values.
 */
export class ResultsHistory {
  #head: Head = { epoch: '', version: 0 };
  /** The oldest version a delta can start from. */
  #floor = 0;
  #entries: Entry[] = [];

  get head(): Head {
    return this.#head;
  }

  /** Starts anew after the record was loaded: nothing before `head` can be told apart. */
  restart(head: Head): void {
    this.#head = head;
    this.#floor = head.version;
    this.#entries = [];
  }

  /** Notes a version; most touch a row or two, some none. */
  record(version: number, changes: readonly ResultChange[]): void {
    this.#head = { epoch: this.#head.epoch, version };
    this.#entries.push({ version, changes });
    // Cutting in slices keeps the cost of a version constant.
    if (this.#entries.length >= 2 * VERSIONS_KEPT) {
      this.#entries = this.#entries.slice(-VERSIONS_KEPT);
      this.#floor = (this.#entries[0]?.version ?? version) - 1;
    }
  }

  /** All that changed since `from`, or undefined when that is no longer known. */
  findDelta(from: Head, rows: CurrentRows): ResultsDelta | undefined {
    if (from.epoch !== this.#head.epoch || from.version < this.#floor) return undefined;
    const touched = new Map<string, Set<ResultField> | 'whole'>();
    for (const { changes } of this.#entriesAfter(from.version)) {
      for (const change of changes) {
        const known = touched.get(change.runnerId);
        if (change.kind !== 'changed') touched.set(change.runnerId, 'whole');
        else if (known !== 'whole') {
          touched.set(change.runnerId, new Set([...(known ?? []), ...change.fields]));
        }
      }
    }
    const upsert: ResultPatch[] = [];
    const remove: string[] = [];
    for (const [runnerId, fields] of touched) {
      const row = rows.find(runnerId);
      if (!row) remove.push(runnerId);
      else upsert.push(fields === 'whole' ? row : pickFields(row, fields));
    }
    return { ...this.#head, from: from.version, upsert, remove, totals: rows.totals };
  }

  #entriesAfter(version: number): readonly Entry[] {
    const first = this.#entries.findIndex((entry) => entry.version > version);
    return first < 0 ? [] : this.#entries.slice(first);
  }
}

function pickFields(row: UnrankedResult, fields: ReadonlySet<ResultField>): ResultPatch {
  return {
    runnerId: row.runnerId,
    ...Object.fromEntries([...fields].map((field) => [field, row[field]])),
  };
}
