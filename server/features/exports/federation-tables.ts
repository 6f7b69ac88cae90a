import { formatClock } from '#shared/format/format-time.ts';
import type { DurationMs } from '#shared/model/time.ts';
import { USUAL_RANKING } from '#shared/model/ranking.ts';
import { PlaceCounter } from '#shared/scoring/rank-keys.ts';
import type { RaceRow, RowStatus } from '#server/race/race-rows.ts';
import { type Cell, spanOf } from './export-table.ts';

/** The rows of a file in their order, and its columns. */
export interface FileTable {
  readonly choose: (rows: readonly RaceRow[]) => readonly RaceRow[];
  readonly columns: readonly Column[];
}
type Column = readonly [head: string, cell: (row: RaceRow) => Cell];

/** Finishers and DNF, men and women in one list (PROTOCOL.md FE4). Times are texts, so that they are kept exactly. */
export const ITRA: FileTable = {
  choose: (rows) => pick(rows, ['finished', 'dnf']),
  columns: [
    ['Ranking', ({ position }) => position ?? 'DNF'],
    ['Time', ({ totalMs }) => (totalMs === null ? '' : formatClock(totalMs))],
    ['Family name', ({ family }) => family],
    ['First name', ({ given }) => given],
    ['Gender', ({ sex }) => sex],
    ['Birthdate', ({ birthDate }) => birthDate],
    ['Nationality', ({ nationality }) => spellNation(nationality)],
    ['Bib number', ({ bib }) => bib],
  ],
};

/** Finishers by gun time (PROTOCOL.md FE4). */
export const RUNBRITAIN: FileTable = {
  choose: (rows) => placeByGun(pick(rows, ['finished'])),
  columns: [
    ['Finishing position', ({ position }) => position],
    ['Bib number', ({ bib }) => bib],
    ['First name', ({ given }) => given],
    ['Surname', ({ family }) => family],
    ['Club', ({ club }) => club],
    ['Gender', ({ sex }) => sex],
    ['Age category', ({ category }) => category],
    ['Age', ({ age }) => age],
    ['Gun time', (row) => spanOf(gunOf(row))],
    ['Chip time', ({ chipMs }) => spanOf(chipMs)],
  ],
};

const ULTRASIGNUP_CODES = { finished: 1, dnf: 2, dns: 3, dsq: 5 } as const;

/** All entries with a known outcome (PROTOCOL.md FE4). */
export const ULTRASIGNUP: FileTable = {
  choose: (rows) => pick(rows, ['finished', 'dnf', 'dsq', 'dns']),
  columns: [
    ['place', ({ position }) => position],
    ['time', ({ totalMs }) => spanOf(totalMs)],
    ['first', ({ given }) => given],
    ['last', ({ family }) => family],
    ['age', ({ age }) => age],
    ['gender', ({ sex }) => sex],
    ['dob', ({ birthDate }) => birthDate],
    ['bib', ({ bib }) => bib],
    ['status', ({ status }) => ULTRASIGNUP_CODES[status as keyof typeof ULTRASIGNUP_CODES]],
  ],
};

const STATUS_WORDS: Readonly<Record<RowStatus, string>> = {
  finished: 'finished',
  dnf: 'DNF',
  dns: 'DNS',
  dsq: 'DSQ',
  racing: 'on course',
  awaited: 'not seen yet',
};

/** All data of all entries, for the organisers (PROTOCOL.md FE2). */
export function layOutEverything(stages: readonly Stage[]): FileTable {
  return {
    choose: (rows) => rows,
    columns: [
      ['Place', ({ position }) => position],
      ['Status', ({ status }) => STATUS_WORDS[status]],
      ['Bib', ({ bib }) => bib],
      ['First name', ({ given }) => given],
      ['Last name', ({ family }) => family],
      ['Club', ({ club }) => club],
      ['Category', ({ category }) => category],
      ['Sex', ({ sex }) => sex],
      ['Date of birth', ({ birthDate }) => birthDate],
      ['Age', ({ age }) => age],
      ['Nationality', ({ nationality }) => nationality],
      ['Private', ({ isPrivate }) => (isPrivate ? 'yes' : '')],
      ['Chips', ({ chips }) => chips.join(' ')],
      ['Total', ({ totalMs }) => spanOf(totalMs)],
      ['Gun time', ({ gunMs }) => spanOf(gunMs)],
      ['Chip time', ({ chipMs }) => spanOf(chipMs)],
      ...stages.map(({ slot, name }): Column => [name, ({ splitsMs }) => spanOf(splitsMs[slot])]),
    ],
  };
}

/** A checkpoint of the course: its slot in `splitsMs`, its code and its name. */
export interface Stage {
  readonly slot: number;
  readonly code: string;
  readonly name: string;
}

function pick(rows: readonly RaceRow[], statuses: readonly RowStatus[]): readonly RaceRow[] {
  return statuses.flatMap((status) => rows.filter((row) => row.status === status));
}

/** Falls back to the total if the gun time is unknown. */
function gunOf({ gunMs, totalMs }: RaceRow): DurationMs | null {
  return gunMs ?? totalMs;
}

function placeByGun(finishers: readonly RaceRow[]): readonly RaceRow[] {
  const places = new PlaceCounter(USUAL_RANKING);
  return finishers
    .toSorted((a, b) => (gunOf(a) ?? 0) - (gunOf(b) ?? 0))
    .map((row) => Object.assign({}, row, { position: places.next(gunOf(row)) }));
}

/** National Olympic committees; federations use these codes for nationalities. */
const IOC_CODES: ReadonlySet<string> = new Set(
  (
    'AFG ALB ALG AND ANG ANT ARG ARM ARU ASA AUS AUT AZE BAH BAN BAR BDI BEL BEN BER BHU BIH BIZ BLR BOL BOT BRA BRN BRU ' +
    'BUL BUR CAF CAM CAN CAY CGO CHA CHI CHN CIV CMR COD COK COL COM CPV CRC CRO CUB CYP CZE DEN DJI DMA DOM ECU EGY ERI ' +
    'ESA ESP EST ETH FIJ FIN FRA FSM GAB GAM GBR GBS GEO GEQ GER GHA GRE GRN GUA GUI GUM GUY HAI HKG HON HUN INA IND IRI ' +
    'IRL IRQ ISL ISR ISV ITA IVB JAM JOR JPN KAZ KEN KGZ KIR KOR KOS KSA KUW LAO LAT LBA LBN LBR LCA LES LIE LTU LUX MAD ' +
    'MAR MAS MAW MDA MDV MEX MGL MHL MKD MLI MLT MNE MON MOZ MRI MTN MYA NAM NCA NED NEP NGR NIG NOR NRU NZL OMA PAK PAN ' +
    'PAR PER PHI PLE PLW PNG POL POR PRK PUR QAT ROU RSA RUS RWA SAM SEN SEY SGP SKN SLE SLO SMR SOL SOM SRB SRI SSD STP ' +
    'SUD SUI SUR SVK SWE SWZ SYR TAN TGA THA TJK TKM TLS TOG TPE TTO TUN TUR TUV UAE UGA UKR URU USA UZB VAN VEN VIE VIN ' +
    'YEM ZAM ZIM'
  ).split(' '),
);

/** Capitalises a code, and leaves anything else unchanged. */
export function spellNation(nationality: string): string {
  const code = nationality.trim().toUpperCase();
  return isNation(code) ? code : nationality;
}

export function isNation(code: string): boolean {
  return IOC_CODES.has(code);
}
