import type { EventCode } from '../model/event.ts';

/** The files of results that organisers take away, each of one distance (PROTOCOL.md FE). */
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

/** Something for which a file would be refused, or be wrong. */
export interface FileProblem {
  /** For people to read: `3 have no date of birth.` */
  readonly says: string;
  /** Whom it is about, the first of them by bib and name; empty where it is about no one. */
  readonly who: readonly string[];
  /** How many it is about beside those. */
  readonly more: number;
}

export interface OfferedFile {
  readonly file: ResultFile;
  /** How many runners stand in it. */
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

/** Where a file is fetched. */
export function findFilePath(event: EventCode, file: ResultFile): string {
  return `/exports/${event}/${file}`;
}
