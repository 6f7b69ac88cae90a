import { type LineResult, type ReaderParts, SKIP } from './line-format.ts';

const LINE_END = '\r\n';
/** Passings requested at once. */
const BLOCK = 100;

/** The commands of a reader that numbers its passings and sends them by number. */
export interface NumberedCommands {
  /** The name of the numbering; a reader with named files has one for each. */
  readonly series: string;
  /** The first command; the others follow its answer. */
  readonly hello: string;
  /** Sent after the answer to `hello`: among others to have new passings pushed. */
  readonly opening: readonly string[];
  /** Sent every few seconds, with the question for the number of passings. */
  readonly questions: readonly string[];
  /** The command for `count` passings from number `first` on; an empty line ends the answer. */
  readonly fetch: (first: number, count: number) => string;
}

/**
 * The dialogue with a decoder of RACE RESULT or Macsha (SCANNER.md SN36): fetches the passings that the journal lacks, a
 * block at a time, has new ones pushed, and asks for their number every few seconds, so that a lost one is fetched.
 */
export class NumberedDialogue {
  readonly #commands: NumberedCommands;
  readonly #marks: ReaderParts['marks'];
  #isOpen = false;
  #series: string | undefined;
  /** The last passing of the series before a gap. */
  #last = 0;
  #isFetching = false;

  constructor(commands: NumberedCommands, marks: ReaderParts['marks']) {
    this.#commands = commands;
    this.#marks = marks;
  }

  greet(): string {
    this.#isOpen = true;
    return this.#commands.hello + LINE_END;
  }

  ping(): string {
    if (!this.#isOpen) return '';
    return ['PASSINGS', ...this.#commands.questions].map((command) => command + LINE_END).join('');
  }

  /** Continues the dialogue after an answer of the reader. */
  answer(line: string): LineResult {
    const [name = '', ...values] = line.split(';');
    if (!this.#isOpen) return SKIP;
    if (this.#commands.hello.startsWith(name)) return send(...this.#commands.opening, 'PASSINGS');
    if (name === 'PASSINGS') return this.#fetchMissing(Number(values[0]), values[1] ?? '');
    if (name.startsWith('ONLY')) this.#isFetching = false;
    return SKIP;
  }

  /** An empty line ends a block; there may be more. */
  endBlock(): LineResult {
    if (!this.#isFetching) return SKIP;
    this.#isFetching = false;
    return send('PASSINGS');
  }

  /** Completes the result of the passing with this number. */
  place(number: number, result: LineResult): LineResult {
    const series = this.#series;
    if (series === undefined || number > this.#last + 1) return result;
    this.#last = Math.max(this.#last, number);
    return { kind: 'frame', parts: [result], mark: { series, number: this.#last } };
  }

  #fetchMissing(count: number, file: string): LineResult {
    if (!Number.isSafeInteger(count)) return SKIP;
    const series = `${this.#commands.series} ${file}`;
    if (series !== this.#series) {
      this.#series = series;
      this.#last = this.#marks.get(series) ?? 0;
    }
    // A decoder with fewer passings than before has restarted.
    if (count < this.#last) this.#last = 0;
    if (count === this.#last) return SKIP;
    this.#isFetching = true;
    return send(this.#commands.fetch(this.#last + 1, Math.min(BLOCK, count - this.#last)));
  }
}

function send(...commands: readonly string[]): LineResult {
  return { kind: 'frame', answer: commands.map((command) => `${command}${LINE_END}`).join('') };
}
