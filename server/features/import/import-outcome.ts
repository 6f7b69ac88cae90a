import type { BandId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { ImportFindings } from '#shared/wire/import-api.ts';

const MAX_FAULTS_LISTED = 100;
/** A fault that occurs up to this often is listed line by line; more often, once. */
const MAX_LISTED_APART = 3;
const MAX_LISTED = 10;
/** A file with this many faults is the wrong file, or has to be corrected at its source. */
const MAX_FAULTS = 10_000;

export class FaultList {
  /** By message, in the order they occurred: the first lines with it, and how many there are. */
  readonly #listed = new Map<
    string,
    { readonly lines: number[]; count: number; readonly isChoice: boolean }
  >();
  /** By choice, the message of its first line: one choice, on however many lines. */
  readonly #choices = new Map<string, string>();
  #listedCount = 0;
  #count = 0;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  get isFull(): boolean {
    return this.#count >= MAX_FAULTS;
  }

  add(line: number, message: string): void {
    this.#count += 1;
    if (this.#list(line, message, false)) this.#listedCount += 1;
  }

  /** Adds what the sender can choose: the same `choice` on another line is no further fault. */
  addChoice(line: number, message: string, choice: string): void {
    const known = this.#choices.get(choice);
    const isListed = this.#list(line, known ?? message, true);
    if (known !== undefined) return;
    this.#choices.set(choice, message);
    this.#count += 1;
    if (isListed) this.#listedCount += 1;
  }

  #list(line: number, message: string, isChoice: boolean): boolean {
    const equal = this.#listed.get(message);
    if (equal) {
      equal.count += 1;
      if (equal.lines.length <= MAX_LISTED) equal.lines.push(line);
    } else if (this.#listed.size < MAX_FAULTS_LISTED) {
      this.#listed.set(message, { lines: [line], count: 1, isChoice });
    } else return false;
    return true;
  }

  /** In the order of their lines; a repeated fault is at its first line. */
  list(): FoundFaults {
    const faults = [...this.#listed].flatMap(([message, { lines, count, isChoice }]) => {
      if (count <= MAX_LISTED_APART && !isChoice) return lines.map((line) => ({ line, message }));
      const where = count === 1 ? '' : ` (${count} lines: ${listSome(lines, ', ', count)})`;
      const fault = { line: lines[0] ?? 1, message: `${message}${where}` };
      return [isChoice ? { ...fault, isChoice } : fault];
    });
    return {
      faults: faults.toSorted((a, b) => a.line - b.line),
      faultCount: this.#count,
      choiceCount: this.#choices.size,
      moreFaults: this.#count - this.#listedCount,
    };
  }
}

/** `2, 3, 4 … and 290 more`: the first of them, and how many of `count` are left out. */
export function listSome(
  items: readonly (string | number)[],
  between = ', ',
  count = items.length,
): string {
  const rest = count - MAX_LISTED;
  const listed = items.slice(0, MAX_LISTED).join(between);
  return rest > 0 ? `${listed} and ${rest} more` : listed;
}

/** A runner as a file describes them, before the record gives them an id. */
export type NewRunner = Omit<Runner, 'runnerId' | 'rev' | 'earlierBandIds'> & {
  /** The codes of their chips, for the chip table (IMPORT.md IM49); absent without any. */
  readonly chips?: readonly BandId[];
  /** In a merge: the file does not give it, so that the row can only change an entry (IMPORT.md IM40). */
  readonly isEventOfEntry?: true;
  readonly isNameOfEntry?: true;
  /** In a merge: the team by which somebody without a name is entered where there is no such entry (IM50). */
  readonly nameIfNew?: string;
};

/** The first faults, and how many there are. */
export type FoundFaults = Pick<
  ImportFindings,
  'faults' | 'faultCount' | 'choiceCount' | 'moreFaults'
>;

/** The content of a file, and all reasons why it is refused. */
export interface ImportOutcome extends ImportFindings {
  /** Empty while there are faults. */
  readonly runners: readonly NewRunner[];
  readonly lines: readonly number[];
  /** How many wristbands in use the file gives to nobody. */
  readonly bandsWiped: number;
}
