import { asRunnerId, type BandId, parseBandId, parseBandOrChip } from '#shared/model/ids.ts';
import { DEFAULT_CONFIG, type RaceConfig } from '#shared/model/race-config.ts';
import type { Runner } from '#shared/model/runner.ts';
import { createScanId, type Scan } from '#shared/model/scan.ts';
import type { ReaderForm } from '#shared/wire/readers-api.ts';

/** Ids may be given as plain text; `bandId: undefined` is a runner without a wristband. */
export interface RunnerOverrides extends Partial<Omit<Runner, 'runnerId' | 'bandId'>> {
  readonly runnerId?: string;
  readonly bandId?: string | undefined;
}

export interface ScanOverrides extends Partial<Omit<Scan, 'scanId' | 'bandId'>> {
  readonly bandId?: string;
}

let runnersBuilt = 0;

/** Called before each file, so that its runners do not depend on other files. */
export function resetRunnerNumbers(): void {
  runnersBuilt = 0;
}

/** A PB runner with a wristband; id, wristband and bib are unique in this file. */
export function buildRunner(given: RunnerOverrides = {}): Runner {
  runnersBuilt += 1;
  const { runnerId = `runner-${runnersBuilt}`, bandId, ...overrides } = given;
  const band = 'bandId' in given ? bandId : String(100 + runnersBuilt);
  return {
    runnerId: asRunnerId(runnerId),
    ...(band === undefined ? {} : { bandId: getBandId(band) }),
    bibNumber: String(runnersBuilt),
    firstName: 'Siân',
    lastName: `O’Brien-${runnersBuilt}`,
    event: 'PB',
    ageGroup: 'F40',
    runClub: 'Rhedwyr Preseli',
    overrideTime: '',
    mobileNumber: '',
    rev: 1,
    ...overrides,
  };
}

/** A runner whose wristband and bib have the same number, unless a bib is given. */
export function buildNumbered(
  number: number,
  runnerId: string,
  rest: RunnerOverrides = {},
): Runner {
  return buildRunner({ runnerId, bandId: String(number), bibNumber: String(number), ...rest });
}

/** A runner as entered at the desk, by default without a wristband. */
export function enter(
  runnerId: string,
  firstName: string,
  lastName: string,
  rest: RunnerOverrides = {},
): Runner {
  const entered = { runnerId, firstName, lastName, runClub: 'Cwm Gwaun' };
  return buildRunner({ ...entered, bandId: undefined, ...rest });
}

/** By default a read of band 101 at the finish, 11:00:00 UTC on 20 June 2026. */
export function buildScan({ bandId = '101', ...overrides }: ScanOverrides = {}): Scan {
  const scan = {
    bandId: parseBandOrChip(bandId) ?? getBandId(bandId),
    points: ['finish'] as const,
    timeMs: Date.UTC(2026, 5, 20, 11),
    source: 'mat-1',
    ...overrides,
  };
  return { scanId: createScanId(scan), ...scan };
}

/** A race with six stages and both KOMs, started at 09:00:00 UTC on 20 June 2026. */
export function buildConfig(overrides: Partial<RaceConfig> = {}): RaceConfig {
  return {
    ...DEFAULT_CONFIG,
    distances: 'Half,Full,Ultra',
    pageTitle: 'Ras Beca',
    wayPoints: 'Bedd Morris,Carn Ingli,Foel Eryr,Foel Cwmcerwyn,Foel Feddau,Foel Drygarn',
    KOMs: 'Wall of Death,Carn Ingli',
    raceStart: '2026-06-20-10-00-00',
    ...overrides,
  };
}

/** The normalized wristband number; throws for an invalid one. */
export function getBandId(text: string): BandId {
  const bandId = parseBandId(text);
  if (bandId === undefined) throw new Error(`${text} is not a wristband number`);
  return bandId;
}

export function buildReader(overrides: Partial<ReaderForm> = {}): ReaderForm {
  return {
    source: 'finish',
    kind: 'line',
    input: 'listen',
    host: '',
    port: 4_000,
    allow: '127.0.0.1',
    points: ['finish'],
    zone: '',
    ...overrides,
  };
}
