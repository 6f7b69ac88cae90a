import { inSlices } from '#server/race/yield-queue.ts';
import type { RaceRow } from '#server/race/race-rows.ts';
import type { OfferedFile, ResultFile } from '#shared/wire/exports-api.ts';

import {
  type FileTable,
  ITRA,
  layOutEverything,
  RUNBRITAIN,
  ULTRASIGNUP,
} from './federation-tables.ts';
import { type CheckName, CHECKS } from './file-problems.ts';
import { type IofRace, writeIofResults } from './iof-result-list.ts';
import { writeCsv } from './write-csv.ts';
import { writeWorkbook } from './write-workbook.ts';

type KindName = ResultFile extends `${infer Name}.${string}` ? Name : never;

interface FileKind {
  /** Undefined for a kind that is no table. */
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

/** One file of one distance before it is written. */
export interface PlannedFile extends Pick<OfferedFile, 'problems'> {
  readonly rows: readonly RaceRow[];
  readonly write: () => Promise<Buffer>;
}

/** The rows of a file, and the problems that speak against sending it (PROTOCOL.md FE2 to FE8). */
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
      if (!table) return inSlices(writeIofResults(race, rows));
      const { columns } = table;
      const laidOut = {
        heads: columns.map(([head]) => head),
        describe: (row: RaceRow) => columns.map(([, cell]) => cell(row)),
      };
      return ending === 'xlsx'
        ? writeWorkbook([{ name: race.label, table: laidOut, results: rows }])
        : inSlices(writeCsv(laidOut, rows, { isBare: name === 'ultrasignup' }));
    },
  };
}
