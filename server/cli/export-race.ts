import type { RaceRecord } from '#server/store/race-record.ts';
import { keyOfEntry } from '#shared/model/decisions.ts';
import { compareText } from '#shared/scoring/order.ts';
import { Corrections } from '#shared/scoring/correct-reads.ts';
import { scoreRace } from '#shared/scoring/score-race.ts';

/** Raised when the format changes. */
const EXPORT_VERSION = 1;

/**
 * The whole race as one JSON text, in pieces: settings, runners, scans, chips, dismissed wristbands,
 * corrections, reports, the entries of race control, and the results. One record a line and always
 * in the same order, so that two exports can be compared line by line.
 */
export function* exportRace(record: RaceRecord): Generator<string> {
  const { head, config, runners, scans, chips, dismissals, corrections, reports, control } = record;
  const decided = new Corrections(corrections, chips);
  const counting = [...scans, ...decided.added].flatMap((scan) => decided.correct(scan).scan ?? []);
  yield `{"format":"splitcast-race","formatVersion":${EXPORT_VERSION},`;
  yield `"epoch":${JSON.stringify(head.epoch)},"version":${head.version},\n`;
  yield `"config":${JSON.stringify(config)},\n`;
  yield* list(
    'runners',
    runners.toSorted((a, b) => compareText(a.runnerId, b.runnerId)),
  );
  yield ',\n';
  yield* list(
    'scans',
    scans.toSorted((a, b) => a.timeMs - b.timeMs || compareText(a.scanId, b.scanId)),
  );
  yield ',\n';
  yield* list(
    'chips',
    Array.from(chips, ([code, bandId]) => ({ code, bandId })).toSorted((a, b) =>
      compareText(a.code, b.code),
    ),
  );
  yield ',\n';
  yield* list(
    'dismissals',
    dismissals.toSorted((a, b) => compareText(a.bandId, b.bandId)),
  );
  yield ',\n';
  yield* list('corrections', decided.all);
  yield ',\n';
  yield* list(
    'reports',
    reports.toSorted((a, b) => a.atMs - b.atMs || compareText(a.reportId, b.reportId)),
  );
  yield ',\n';
  yield* list(
    'control',
    control.toSorted((a, b) => compareText(keyOfEntry(a), keyOfEntry(b))),
  );
  yield ',\n';
  yield* list('results', scoreRace(runners, counting, config));
  yield '}\n';
}

function* list(name: string, records: readonly unknown[]): Generator<string> {
  yield `"${name}":[`;
  for (const [index, record] of records.entries()) {
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(record)}`;
  }
  yield ']';
}
