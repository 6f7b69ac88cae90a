import { XMLBuilder } from 'fast-xml-parser';

import type { RaceRow, RowStatus } from '#server/race/race-rows.ts';
import { type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import type { OfferedFile, ResultFile, FileProblem } from '#shared/wire/exports-api.ts';

import { writeCsv } from './export-table.ts';
import {
  type FileTable,
  ITRA,
  layOutEverything,
  RUNBRITAIN,
  ULTRASIGNUP,
  isNation,
  spellNation,
  type Stage,
} from './federation-tables.ts';
import { writeWorkbook } from './write-workbook.ts';

type KindName = ResultFile extends `${infer Name}.${string}` ? Name : never;

interface FileKind {
  /** Undefined for XML. */
  readonly layOut?: (race: IofRace) => FileTable;
  readonly checks: readonly CheckName[];
}

const FINAL = ['official', 'racing', 'private', 'names', 'sexes'] as const;
const KINDS: Readonly<Record<KindName, FileKind>> = {
  all: { layOut: ({ stages }) => layOutEverything(stages), checks: [] },
  itra: { layOut: () => ITRA, checks: [...FINAL, 'letters', 'birthDates', 'nations'] },
  runbritain: { layOut: () => RUNBRITAIN, checks: [...FINAL, 'ages'] },
  ultrasignup: { layOut: () => ULTRASIGNUP, checks: [...FINAL, 'finishers', 'ages'] },
  iof: { checks: ['private', 'names'] },
};

export interface PlannedFile extends Pick<OfferedFile, 'problems'> {
  readonly rows: readonly RaceRow[];
  readonly write: () => Buffer | Promise<Buffer>;
}

/** Selects the rows of a file, and checks whether a federation would refuse it (PROTOCOL.md FE2 to FE8). */
export function planFile(file: ResultFile, all: readonly RaceRow[], race: IofRace): PlannedFile {
  const [name, ending] = file.split('.') as [KindName, string];
  const { layOut, checks } = KINDS[name];
  const table = layOut?.(race);
  const open = name === 'all' ? all : all.filter(({ isPrivate }) => !isPrivate);
  const rows = table?.choose(open) ?? open;
  const judged = { rows, all, isOfficial: race.isOfficial };
  return {
    rows,
    problems: checks.flatMap((check) => CHECKS[check](judged) ?? []),
    write: () => {
      if (!table) return writeIofResults(race, rows);
      const { columns } = table;
      const laidOut = {
        heads: columns.map(([head]) => head),
        describe: (row: RaceRow) => columns.map(([, cell]) => cell(row)),
      };
      return ending === 'xlsx'
        ? writeWorkbook([{ name: race.label, table: laidOut, results: rows }])
        : writeCsv(laidOut, rows, { isBare: name === 'ultrasignup' });
    },
  };
}

interface JudgedFile {
  readonly rows: readonly RaceRow[];
  /** All entries of the distance. */
  readonly all: readonly RaceRow[];
  readonly isOfficial: boolean;
}

/** Undefined without a problem. */
type Check = (file: JudgedFile) => FileProblem | undefined;

/** UltraSignup ranks no race with fewer finishers. */
const FEWEST_FINISHERS = 10;
const MOST_NAMED = 20;
const NOT_LATIN = /(?!\p{Script=Latin})\p{L}/u;

/** Reasons for a federation to refuse a file (PROTOCOL.md FE8). */
const CHECKS = {
  official: ({ isOfficial }) =>
    isOfficial ? undefined : report('The results are not official yet: send final ones only.'),
  racing: findAmong(
    'all',
    ({ status }) => status === 'racing' || status === 'awaited',
    'still out, or not seen yet',
  ),
  finishers: ({ rows }) => {
    const count = rows.filter(({ status }) => status === 'finished').length;
    return count < FEWEST_FINISHERS
      ? report(`${count} finished, and fewer than ${FEWEST_FINISHERS} are not ranked.`)
      : undefined;
  },
  names: findAmong(
    'rows',
    ({ family, given }) => family === '' || given === '',
    'without a family name or a first name',
  ),
  letters: findAmong(
    'rows',
    ({ family, given }) => NOT_LATIN.test(family + given),
    'with letters in the name that are not Latin',
  ),
  sexes: findAmong('rows', ({ sex }) => sex !== 'F' && sex !== 'M', 'whose sex is neither F nor M'),
  birthDates: findAmong('rows', ({ birthDate }) => birthDate === '', 'without a date of birth'),
  ages: (file) => {
    const isDated = file.rows.some((row) => isAgeless(row) && row.birthDate !== '');
    const remedy = isDated
      ? 'enter a date of birth, and set the start in Config'
      : 'enter a date of birth';
    return findAmong('rows', isAgeless, `without an age: ${remedy}`)(file);
  },
  nations: findAmong(
    'rows',
    ({ nationality }) => !isNation(spellNation(nationality)),
    'without a nationality as an Olympic three-letter code, such as GBR, IRL or NED',
  ),
  private: findAmong(
    'all',
    ({ isPrivate }) => isPrivate,
    'private and therefore left out, because a federation publishes what it is sent',
  ),
} satisfies Readonly<Record<string, Check>>;
type CheckName = keyof typeof CHECKS;

function isAgeless({ age }: RaceRow): boolean {
  return age === null;
}

function report(text: string): FileProblem {
  return { text, who: [], more: 0 };
}

/** `3 without a date of birth.`, and their names. */
function findAmong(part: 'rows' | 'all', isFaulty: (row: RaceRow) => boolean, text: string): Check {
  return (file) => {
    const found = file[part].filter(isFaulty);
    if (found.length === 0) return undefined;
    const who = found.slice(0, MOST_NAMED).map(nameRow);
    return { text: `${found.length} ${text}.`, who, more: found.length - who.length };
  };
}

/** `88 Siân Prydderch`. */
function nameRow({ bib, given, family }: RaceRow): string {
  return [bib, given, family].filter(Boolean).join(' ') || 'without name and bib';
}

export interface IofRace {
  readonly title: string;
  readonly code: string;
  readonly label: string;
  readonly gunMs: EpochMs | undefined;
  readonly isOfficial: boolean;
  readonly stages: readonly Stage[];
  readonly nowMs: EpochMs;
}

const STATUSES: Readonly<Record<RowStatus, string>> = {
  finished: 'OK',
  dnf: 'DidNotFinish',
  dns: 'DidNotStart',
  dsq: 'Disqualified',
  racing: 'Active',
  awaited: 'Inactive',
};

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  format: true,
  suppressEmptyNode: true,
});

/** Not allowed in XML, even escaped. */
const UNFIT = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu;

/** Writes an IOF XML 3.0 ResultList (PROTOCOL.md FE4). The schema prescribes the order of elements. */
export function writeIofResults(race: IofRace, rows: readonly RaceRow[]): Buffer {
  const { title, code, label, gunMs, isOfficial, nowMs } = race;
  const [date = '', time = ''] = gunMs === undefined ? [] : momentOf(gunMs).split('T');
  const text = builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    ResultList: {
      '@xmlns': 'http://www.orienteering.org/datastandard/3.0',
      '@iofVersion': '3.0',
      '@createTime': momentOf(nowMs),
      '@creator': 'Splitcast',
      '@status': isOfficial ? 'Complete' : 'Snapshot',
      Event: { Name: title, ...(date && { StartTime: { Date: date, Time: time } }) },
      ClassResult: {
        Class: { Id: code, Name: label },
        PersonResult: rows.map((row) => describePerson(row, race)),
      },
    },
  });
  return Buffer.from(text.replaceAll(UNFIT, ''));
}

function describePerson(row: RaceRow, { stages }: IofRace): object {
  const { sex, birthDate, club, bib, startMs, totalMs, position, status, splitsMs } = row;
  const nation = spellNation(row.nationality);
  const hasTime = status === 'finished' && totalMs !== null;
  return {
    Person: {
      ...(sex === 'F' || sex === 'M' ? { '@sex': sex } : {}),
      Name: { Family: row.family, Given: row.given },
      ...(birthDate && { BirthDate: birthDate }),
      ...(isNation(nation) && { Nationality: { '@code': nation, '#text': nation } }),
    },
    ...(club && { Organisation: { Name: club } }),
    Result: {
      ...(bib && { BibNumber: bib }),
      ...(startMs !== null && { StartTime: momentOf(startMs) }),
      ...(hasTime && startMs !== null && { FinishTime: momentOf(startMs + totalMs) }),
      ...(hasTime && { Time: totalMs / SECOND_MS }),
      ...(position !== null && { Position: position }),
      Status: STATUSES[status],
      SplitTime: stages.map(({ slot, code: control }) => {
        const splitMs = splitsMs[slot] ?? null;
        return splitMs === null
          ? { '@status': 'Missing', ControlCode: control }
          : { ControlCode: control, Time: splitMs / SECOND_MS };
      }),
    },
  };
}

function momentOf(ms: EpochMs): string {
  return new Date(ms).toISOString();
}
