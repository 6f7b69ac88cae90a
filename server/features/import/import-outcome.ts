import type { BandId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { ImportFindings } from '#shared/wire/import-api.ts';

const MAX_FAULTS_LISTED = 100;
/** Equal faults are listed one by one up to this number, and as one above it. */
const MAX_LISTED_APART = 3;
const MAX_LISTED = 10;
/** With this many faults it is the wrong file, or must be corrected at its source. */
const MAX_FAULTS = 10_000;

export class FaultList {
  /** The first lines and the count of each message, in order of occurrence. */
  readonly #listed = new Map<
    string,
    { readonly lines: number[]; count: number; readonly isChoice: boolean }
  >();
  /** The message of the first line of each choice. */
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

  /** Adds a fault that the sender can settle by a choice; counted once per `choice`, not per line. */
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

  /** In line order; a repeated fault has its first line. */
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

/** `2, 3, 4 and 290 more`. */
export function listSome(
  items: readonly (string | number)[],
  between = ', ',
  count = items.length,
): string {
  const rest = count - MAX_LISTED;
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

export type FoundFaults = Pick<
  ImportFindings,
  'faults' | 'faultCount' | 'choiceCount' | 'moreFaults'
>;

/** The content of a file, or the faults for which it is refused. */
export interface ImportOutcome extends ImportFindings {
  /** Empty while there are faults. */
  readonly runners: readonly NewRunner[];
  readonly lines: readonly number[];
  /** The number of wristbands in use that are not in the file. */
  readonly bandsWiped: number;
}
