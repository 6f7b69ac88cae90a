import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { parse } from 'csv-parse/sync';

import { type AgeGroup, isAgeGroup } from '#shared/model/age-group.ts';
import { asRunnerId, type BandId, parseBandId } from '#shared/model/ids.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { Runner } from '#shared/model/runner.ts';
import { createScanId, type StoredScan } from '#shared/model/scan.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';

import type { Field } from './field.ts';

/** A race whose order of finish is known from elsewhere. */
export interface KnownRace extends Field {
  /** The official minutes of each runner, as the file spells them: `128.62`. */
  readonly officialMinutes: ReadonlyMap<string, number>;
}

type Row = Readonly<Record<string, string>>;

/** The columns of the file and where their times are read; only cp1 is on no course of this event. */
const TIMED: readonly (readonly [column: string, point: TimePoint])[] = [
  ['5k', 'cp1'],
  ['10k', 'cp2'],
  ['20k', 'cp3'],
  ['30k', 'cp4'],
  ['35k', 'cp5'],
  ['40k', 'cp6'],
  ['official', 'finish'],
];
const GUN_MS = Date.UTC(2014, 3, 21, 14);

/**
 * Reads the results of the Boston Marathon 2014 (llimllib/bostonmarathon,
 * `results/2014/results.csv`, gzipped or not) as runners and their scans in
 * the order of time. People and bibs are left behind at once: the runners go
 * by the number of their row. All run as UB, the event with most checkpoints.
 */
export function readBostonRace(path: string): KnownRace {
  const rows = parse(unzip(readFileSync(path)), { columns: true, bom: true }) as Row[];
  const scans = rows.flatMap((row, index) =>
    TIMED.flatMap(([column, point]) => {
      const minutes = parseMinutes(row[column]);
      return minutes === undefined ? [] : [createScan(bandOf(index), point, minutes)];
    }),
  );
  return {
    config: { ...DEFAULT_CONFIG, raceStart: formatWallClock(GUN_MS, DEFAULT_CONFIG.timeZone) },
    runners: rows.map(inventRunner),
    scans: scans.toSorted((a, b) => a.timeMs - b.timeMs),
    officialMinutes: new Map(
      rows.map((row, index) => [String(idOf(index)), parseMinutes(row['official']) ?? Number.NaN]),
    ),
  };
}

function unzip(bytes: Buffer): Buffer {
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
}

/** Decimal minutes; undefined for `-`, a split that is missing. */
function parseMinutes(text = ''): number | undefined {
  return /^\d+\.\d\d$/.test(text) ? Number(text) : undefined;
}

function createScan(bandId: BandId, point: TimePoint, minutes: number): StoredScan {
  // Two places of a minute are 0.6 s: rounding finds the whole second they were made from.
  const timeMs = GUN_MS + Math.round((minutes * MINUTE_MS) / SECOND_MS) * SECOND_MS;
  const scan = { bandId, points: [point], timeMs, source: 'boston' };
  return { scanId: createScanId(scan), ...scan, receivedMs: timeMs };
}

function inventRunner(row: Row, index: number): Runner {
  return {
    runnerId: idOf(index),
    bandId: bandOf(index),
    bibNumber: String(index + 1),
    firstName: `Rhedwr${index % 997}`,
    lastName: `Rhif${index % 7_919}`,
    event: 'UB',
    ageGroup: ageGroupOf(row['gender'], Number(row['age'])),
    runClub: `Clwb ${index % 83}`,
    overrideTime: '',
    mobileNumber: '',
    rev: 1,
  };
}

function ageGroupOf(gender = '', age: number): AgeGroup | '' {
  const decade = age >= 75 ? 75 : Math.floor(age / 10) * 10;
  const group = age < 23 ? `${gender}U23` : age < 40 ? `${gender}-SNR` : `${gender}${decade}`;
  return isAgeGroup(group) ? group : '';
}

function idOf(index: number): Runner['runnerId'] {
  return asRunnerId(`row-${index + 1}`);
}

function bandOf(index: number): BandId {
  const bandId = parseBandId(String(index + 1));
  if (bandId === undefined) throw new RangeError(`${index + 1} is no wristband number`);
  return bandId;
}
