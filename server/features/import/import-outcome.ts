import { groupBy } from '#shared/model/group-by.ts';
import type { BandId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { ImportFindings } from '#shared/wire/import-api.ts';

const MAX_FAULTS_LISTED = 100;
const MAX_LISTED = 10;

/** A fault of a line; those with the same `choice` are settled together by the sender. */
export interface Fault {
  readonly line: number;
  readonly message: string;
  readonly choice?: string;
}

/** Equal faults are one with their lines, and so are those of one choice, in the order of their first lines. */
export function sumUpFaults(faults: readonly Fault[]): FoundFaults {
  const groups = [...groupBy(faults, ({ message, choice }) => choice ?? message).values()];
  const listed = groups.slice(0, MAX_FAULTS_LISTED).map(([first, ...others]) => {
    const { line = 1, message = '', choice } = first ?? {};
    const lines = [line, ...others.map((other) => other.line)];
    const where = others.length === 0 ? '' : ` (${lines.length} lines: ${listSome(lines)})`;
    return { line, message: message + where, isChoice: choice !== undefined };
  });
  return {
    faults: listed.toSorted((a, b) => a.line - b.line),
    faultCount: groups.length,
    choiceCount: groups.filter(([first]) => first?.choice).length,
  };
}

/** `2, 3, 4 and 290 more`. */
export function listSome(items: readonly (string | number)[], between = ', '): string {
  const rest = items.length - MAX_LISTED;
  const listed = items.slice(0, MAX_LISTED).join(between);
  return rest > 0 ? `${listed} and ${rest} more` : listed;
}

/** A runner read from a file, without an id yet. */
export type NewRunner = Omit<Runner, 'runnerId' | 'rev' | 'earlierBandIds'> & {
  /** For the chip table (IMPORT.md IM49); absent if empty. */
  readonly chips?: readonly BandId[];
  /** In a merge: not in the file, so the row can only change an existing entry (IMPORT.md IM40). */
  readonly isEventOfEntry?: true;
  readonly isNameOfEntry?: true;
  /** In a merge: the team, as the name of a nameless new entry (IM50). */
  readonly nameIfNew?: string;
};

export type FoundFaults = Pick<ImportFindings, 'faults' | 'faultCount' | 'choiceCount'>;

/** The content of a file, or the faults for which it is refused. */
export interface ImportOutcome extends ImportFindings {
  /** Empty while there are faults. */
  readonly runners: readonly NewRunner[];
  readonly lines: readonly number[];
  /** The number of wristbands in use that are not in the file. */
  readonly bandsWiped: number;
}
