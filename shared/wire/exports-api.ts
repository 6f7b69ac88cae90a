import type { EventCode } from '../model/ids.ts';

/** The result files for organisers, each of one distance (PROTOCOL.md FE). */
export const RESULT_FILES = [
  'all.xlsx',
  'all.csv',
  'itra.xlsx',
  'runbritain.xlsx',
  'runbritain.csv',
  'ultrasignup.csv',
  'iof.xml',
] as const;
export type ResultFile = (typeof RESULT_FILES)[number];

/** A reason why a file would be refused, or be wrong. */
export interface FileProblem {
  /** For people to read: `3 have no date of birth.` */
  readonly text: string;
  /** The first runners concerned, by bib and name. */
  readonly who: readonly string[];
  readonly more: number;
}

export interface OfferedFile {
  readonly file: ResultFile;
  readonly rows: number;
  readonly problems: readonly FileProblem[];
}

/** GET /exports. */
export interface ExportsBody {
  readonly events: readonly {
    readonly event: EventCode;
    readonly label: string;
    readonly files: readonly OfferedFile[];
  }[];
}

export function findFilePath(event: EventCode, file: ResultFile): string {
  return `/exports/${event}/${file}`;
}
