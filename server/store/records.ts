import { type ControlEntry, keyOfEntry } from '#shared/model/decisions.ts';
import { parseJsonObject } from '#shared/model/json-object.ts';
import type { Result } from '#shared/model/outcome.ts';
import { bandsOf } from '#shared/model/runner.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';

import { readControlEntry, readCorrection, readReport } from './codec-of-decisions.ts';
import { decodeChip, readDismissal, readRunner, readScan } from './codec.ts';

/** The hashes with records, and the decoder of each. */
export const RECORDS = {
  runners: json(readRunner),
  scans: json(readScan),
  chips: decodeChip,
  dismissals: json(readDismissal),
  corrections: json(readCorrection),
  reports: json(readReport),
  control: json(readControlEntry),
  passes: json(readControlEntry),
} as const;

function json<T>(read: (value: unknown, field: string) => Result<T, string>) {
  return (field: string, text: string) => read(parseJsonObject(text), field);
}

export type RecordName = keyof typeof RECORDS;

/** The new value of a field of a hash; without a value it is deleted. */
export interface RecordWrite {
  readonly part: RecordName | 'bands' | 'config' | 'taps';
  readonly field: string;
  readonly value?: unknown;
}

/** The writes of an operation of the change feed, except for bands that a runner gives up: see `planRunner`. */
export function listWrites(op: ChangeOp): readonly RecordWrite[] {
  switch (op.op) {
    case 'add-scan':
      return [{ part: 'scans', field: op.scan.scanId, value: op.scan }];
    case 'put-runner': {
      const { runnerId } = op.runner;
      return [
        { part: 'runners', field: runnerId, value: op.runner },
        ...bandsOf(op.runner).flatMap((field): RecordWrite[] => [
          { part: 'bands', field, value: runnerId },
          // Assigning a band ends its dismissal (RULES.md MS6).
          { part: 'dismissals', field },
        ]),
      ];
    }
    case 'delete-runner':
      return [{ part: 'runners', field: op.runnerId }];
    case 'put-config':
      return Object.entries(op.config).map(([field, value]) => ({ part: 'config', field, value }));
    case 'put-chips':
      return Object.entries(op.chips).map(([field, bandId]) => ({
        part: 'chips',
        field,
        value: bandId ?? undefined,
      }));
    case 'put-dismissal':
      return [{ part: 'dismissals', field: op.dismissal.bandId, value: op.dismissal }];
    case 'delete-dismissal':
      return [{ part: 'dismissals', field: op.bandId }];
    case 'put-correction':
      return [{ part: 'corrections', field: op.correction.correctionId, value: op.correction }];
    case 'delete-correction':
      return [{ part: 'corrections', field: op.correctionId }];
    case 'put-report':
      return [{ part: 'reports', field: op.report.reportId, value: op.report }];
    case 'delete-report':
      return [{ part: 'reports', field: op.reportId }];
    case 'put-control':
      return [{ part: partOfEntry(op.entry), field: keyOfEntry(op.entry), value: op.entry }];
    case 'delete-control':
      return [{ part: partOfEntry(op), field: keyOfEntry(op) }];
    case 'put-asset':
    case 'accounts':
    case 'readers':
    case 'reload':
      return [];
    default:
      op satisfies never;
      return [];
  }
}

function partOfEntry({ kind }: Pick<ControlEntry, 'kind'>): 'control' | 'passes' {
  return kind === 'marshal' ? 'passes' : 'control';
}

const PLAIN: ReadonlySet<RecordWrite['part']> = new Set(['chips', 'bands', 'taps']);

/** The text of a record in its hash: plain in some, else JSON. */
export function encodeRecord(part: RecordWrite['part'], value: unknown): string {
  return PLAIN.has(part) ? String(value) : JSON.stringify(value);
}
