import { RaceState } from '#server/race/race-state.ts';
import type { RaceRecord } from '#server/store/race-record.ts';
import { keyOfEntry } from '#shared/model/decisions.ts';
import { compareText } from '#shared/scoring/order.ts';
import { Corrections } from '#shared/scoring/correct-reads.ts';
import { presentAll } from '#shared/scoring/present-result.ts';

/** Raised when the format changes. */
const EXPORT_VERSION = 1;

/**
 * The whole race as one JSON text, in pieces: settings, runners, scans, chips, dismissed wristbands, corrections, reports,
 * the entries of race control, and the results. One record a line, always in the same order, so that two exports can be
 * compared line by line.
 */
export function* exportRace(record: RaceRecord): Generator<string> {
  const { head, config, runners, scans, chips, dismissals, corrections, reports, control } = record;
  const lists: Readonly<Record<string, readonly unknown[]>> = {
    runners: byText(runners, ({ runnerId }) => runnerId),
    scans: byText(scans, ({ scanId }) => scanId).toSorted((a, b) => a.timeMs - b.timeMs),
    chips: byText(
      Array.from(chips, ([code, bandId]) => ({ code, bandId })),
      ({ code }) => code,
    ),
    dismissals: byText(dismissals, ({ bandId }) => bandId),
    corrections: new Corrections(corrections).all,
    reports: byText(reports, ({ reportId }) => reportId).toSorted((a, b) => a.atMs - b.atMs),
    control: byText(control, keyOfEntry),
    results: presentAll(RaceState.of(record).standings),
  };
  yield `{"format":"splitcast-race","formatVersion":${EXPORT_VERSION},`;
  yield `"epoch":${JSON.stringify(head.epoch)},"version":${head.version},\n`;
  yield `"config":${JSON.stringify(config)}`;
  for (const [name, records] of Object.entries(lists)) {
    yield `,\n"${name}":[`;
    for (const [index, one] of records.entries()) {
      yield `${index === 0 ? '' : ','}\n${JSON.stringify(one)}`;
    }
    yield ']';
  }
  yield '}\n';
}

function byText<T>(list: readonly T[], textOf: (one: T) => string): T[] {
  return list.toSorted((a, b) => compareText(textOf(a), textOf(b)));
}
