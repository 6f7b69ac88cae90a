import type { LineResult, ReaderParts } from './line-format.ts';

const LINE_END = '\r\n';
/** Passings requested at once. */
const BLOCK = 100;

/** The commands of a reader that numbers its passings and sends them by number. */
export interface NumberedWords {
  /** The name of the numbering; a reader with named files has one for each. */
  readonly series: string;
  /** The first command; its answer allows the rest. */
  readonly hello: string;
  /** The commands after that: among others to push new passings. */
  readonly opening: readonly string[];
  /** Questions asked every few seconds, with that for the number of passings. */
  readonly questions: readonly string[];
  /** The command for `count` passings from number `first` on; an empty line ends the answer. */
  readonly fetch: (first: number, count: number) => string;
}

/**
 * The dialogue with a decoder of RACE RESULT or Macsha (SCANNER.md SN36): fetches the passings that the journal lacks, a
 * block at a time, has new ones pushed, and asks for their number every few seconds, so that a lost one is fetched.
 */
export class NumberedDialogue {
  readonly #words: NumberedWords;
  readonly #marks: ReaderParts['marks'];
  #isOpen = false;
  #series: string | undefined;
  /** The last passing of the series before a gap. */
  #last = 0;
  #isFetching = false;

  constructor(words: NumberedWords, marks: ReaderParts['marks']) {
    this.#words = words;
    this.#marks = marks;
  }

  greet(): string {
    this.#isOpen = true;
    return this.#words.hello + LINE_END;
  }

  ping(): string | undefined {
    if (!this.#isOpen) return undefined;
    return ['PASSINGS', ...this.#words.questions].map((command) => command + LINE_END).join('');
  }

  hear(line: string): LineResult {
    const [name = '', ...values] = line.split(';');
    if (!this.#isOpen) return { kind: 'skip' };
    if (this.#words.hello.startsWith(name)) return say(...this.#words.opening, 'PASSINGS');
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

  /** Notes a passing at its place in the numbering of the reader. */
  place(number: number, result: LineResult): LineResult {
    const series = this.#series;
    if (series === undefined || number > this.#last + 1) return result;
    this.#last = Math.max(this.#last, number);
    return { kind: 'frame', parts: [result], mark: { series, number: this.#last } };
  }

  #ask(count: number, file: string): LineResult {
    if (!Number.isSafeInteger(count)) return { kind: 'skip' };
    const series = `${this.#words.series} ${file}`;
    if (series !== this.#series) {
      this.#series = series;
      this.#last = this.#marks.get(series) ?? 0;
    }
    // A decoder with fewer passings than before has restarted.
    if (count < this.#last) this.#last = 0;
    if (count === this.#last) return { kind: 'skip' };
    this.#isFetching = true;
    return say(this.#words.fetch(this.#last + 1, Math.min(BLOCK, count - this.#last)));
  }
}

function say(...commands: readonly string[]): LineResult {
  return { kind: 'frame', answer: commands.map((command) => `${command}${LINE_END}`).join('') };
}
