import type { LineResult, ReaderContext } from './line-format.ts';

const LINE_END = '\r\n';
/** Passings that are asked for at once. */
const BLOCK = 100;

/**
 * What a scanner that has connected to a RACE RESULT decoder says to it (SCANNER.md SN36): it asks
 * for the passings that the journal does not have, a block at a time, then has new ones pushed, and
 * asks for their number every few seconds so that one which was lost on the way is fetched.
 */
export class RaceResultDialogue {
  readonly #marks: ReaderContext['marks'];
  #isOpen = false;
  #series: string | undefined;
  /** The last passing of the series up to which none is missing. */
  #last = 0;
  #isFetching = false;

  constructor(marks: ReaderContext['marks']) {
    this.#marks = marks;
  }

  greet(): string {
    this.#isOpen = true;
    return `SETPROTOCOL;<=2.6${LINE_END}`;
  }

  ping(): string | undefined {
    return this.#isOpen ? `PASSINGS${LINE_END}` : undefined;
  }

  /** What follows from an answer of the decoder. */
  hear(line: string): LineResult {
    const [name = '', ...values] = line.split(';');
    if (!this.#isOpen) return { kind: 'skip' };
    if (name === 'SETPROTOCOL') return say('GETSTATUS', 'SETPUSHPASSINGS;1;0', 'PASSINGS');
    if (name === 'GETSTATUS') return describeStatus(values);
    if (name === 'PASSINGS') return this.#ask(Number(values[0]), values[1] ?? '');
    if (name.startsWith('ONLY')) this.#isFetching = false;
    return { kind: 'skip' };
  }

  /** An empty line ends a block; there may be more. */
  endBlock(): LineResult {
    if (!this.#isFetching) return { kind: 'skip' };
    this.#isFetching = false;
    return say('PASSINGS');
  }

  /** Puts a passing that came at its place in the numbering of the decoder. */
  place(number: number, result: LineResult): LineResult {
    const series = this.#series;
    if (series === undefined || number > this.#last + 1) return result;
    this.#last = Math.max(this.#last, number);
    return { kind: 'frame', parts: [result], mark: { series, number: this.#last } };
  }

  #ask(count: number, file: string): LineResult {
    if (!Number.isSafeInteger(count)) return { kind: 'skip' };
    const series = `raceresult ${file}`;
    if (series !== this.#series) {
      this.#series = series;
      this.#last = this.#marks.get(series) ?? 0;
    }
    // A decoder that has fewer than it had began anew.
    if (count < this.#last) this.#last = 0;
    if (count === this.#last) return { kind: 'skip' };
    this.#isFetching = true;
    return say(`${this.#last + 1}:${Math.min(BLOCK, count - this.#last)}`);
  }
}

function say(...commands: readonly string[]): LineResult {
  return { kind: 'frame', answer: commands.map((command) => `${command}${LINE_END}`).join('') };
}

function describeStatus(values: readonly string[]): LineResult {
  const [, , , , isInOperation, , , , , battery = ''] = values;
  const told = [
    ...(battery === '' ? [] : [`battery ${battery.slice(0, 8)} %`]),
    ...(isInOperation === '0' ? ['in test mode, in which it keeps no passings'] : []),
  ];
  return told.length === 0 ? { kind: 'skip' } : { kind: 'frame', note: told.join('; ') };
}
