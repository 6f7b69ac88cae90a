import { timing } from '#server/system/timing.mjs';

const BAR_EVERY_MS = 100;
const JSON_EVERY_MS = timing('progressMs', 1_000);
const CLEAR_LINE = '\r\u001B[K';

export interface ConsoleOutputOptions {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly isQuiet: boolean;
  /** On a terminal a replay has a bar. */
  readonly isFile: boolean;
}

/** Messages on standard error, progress and the final line on standard output. */
export class ConsoleOutput {
  readonly #options: ConsoleOutputOptions;
  readonly #hasBar: boolean;
  #timer: NodeJS.Timeout | undefined;
  #isBarDrawn = false;

  constructor(options: ConsoleOutputOptions) {
    this.#options = options;
    this.#hasBar = options.isFile && options.stdout.isTTY && !options.isQuiet;
    for (const stream of [options.stdout, options.stderr]) ignoreClosedPipe(stream);
  }

  say(text: string): void {
    this.#clearBar();
    this.#options.stderr.write(`${text}\n`);
  }

  start(snapshot: () => ProgressSnapshot): void {
    if (this.#options.isQuiet) return;
    const { stdout } = this.#options;
    this.#timer = this.#hasBar
      ? setInterval(() => this.#drawBar(snapshot()), BAR_EVERY_MS)
      : setInterval(() => stdout.write(`${presentProgressJson(snapshot())}\n`), JSON_EVERY_MS);
  }

  finish(last: ProgressSnapshot): void {
    this.stop();
    const { stdout } = this.#options;
    stdout.write(`${stdout.isTTY ? presentSummary(last) : presentSummaryJson(last)}\n`);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#clearBar();
  }

  #drawBar(snapshot: ProgressSnapshot): void {
    const { stdout } = this.#options;
    const columns = stdout.columns || 80;
    stdout.write(`${CLEAR_LINE}${presentProgressBar(snapshot).slice(0, columns - 1)}`);
    this.#isBarDrawn = true;
  }

  #clearBar(): void {
    if (this.#isBarDrawn) this.#options.stdout.write(CLEAR_LINE);
    this.#isBarDrawn = false;
  }
}

/** Reading goes on when the reader of the output is gone. */
function ignoreClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** The state of a run. `stored` and `duplicates` are in Redis, `unsent` only in the journal so far. */
export interface ProgressSnapshot {
  readonly reads: number;
  readonly stored: number;
  readonly duplicates: number;
  readonly bad: number;
  readonly unsent: number;
  readonly isConnected: boolean;
  /** The share of a file that is done, 0 to 1; undefined when the end is unknown. */
  readonly fraction: number | undefined;
}

const BAR_CELLS = 24;
const NUMBER = new Intl.NumberFormat('en');

export function presentProgressJson(snapshot: ProgressSnapshot): string {
  return JSON.stringify({
    ...countsOf(snapshot),
    redis: snapshot.isConnected ? 'connected' : 'away',
  });
}

export function presentSummaryJson(snapshot: ProgressSnapshot): string {
  return JSON.stringify({ done: true, ...countsOf(snapshot) });
}

function countsOf({ reads, stored, duplicates, bad, unsent }: ProgressSnapshot) {
  return { reads, stored, duplicates, bad, unsent };
}

function count(value: number): string {
  return NUMBER.format(value);
}

export function presentSummary(snapshot: ProgressSnapshot): string {
  const { reads, stored, duplicates, bad, unsent } = snapshot;
  const rest = unsent > 0 ? `, ${count(unsent)} still to be sent` : '';
  return (
    `${count(reads)} reads: ${count(stored)} stored, ${count(duplicates)} duplicates${rest}; ` +
    `${count(bad)} bad lines.`
  );
}

/** The line that is redrawn on a terminal. */
export function presentProgressBar(snapshot: ProgressSnapshot): string {
  const { fraction = 0, isConnected } = snapshot;
  const full = Math.round(fraction * BAR_CELLS);
  const percent = String(Math.floor(fraction * 100)).padStart(3);
  const bar = `${'█'.repeat(full)}${'░'.repeat(BAR_CELLS - full)} ${percent} %`;
  return `${bar} ${presentSummary(snapshot)}${isConnected ? '' : ' Waiting for Redis.'}`;
}

/** The beginning of a line of the report, and the word for those left out. */
interface ReportWords {
  readonly one: string;
  readonly many: string;
}

const BAD_LINES: ReportWords = { one: 'bad line, ', many: 'bad lines' };
/** Messages of readers about their clock, battery and buttons. */
export const READER_NOTES: ReportWords = { one: 'Reader ', many: 'messages of readers' };

/** Lines shown one by one; after them one a second. */
const SHOWN_AT_ONCE = 100;
const SHOWN_EACH_MS = 1_000;

/** Shows bad lines as they come; of a flood one a second, with the number of those left out. */
export class BadLineReport {
  readonly #say: (text: string) => void;
  readonly #now: () => number;
  readonly #words: ReportWords;
  #shown = 0;
  #shownMs = 0;
  #hidden = 0;

  constructor(say: (text: string) => void, now: () => number, words = BAD_LINES) {
    this.#say = say;
    this.#words = words;
    this.#now = now;
  }

  add(text: string): void {
    const nowMs = this.#now();
    if (this.#shown >= SHOWN_AT_ONCE && nowMs - this.#shownMs < SHOWN_EACH_MS) {
      this.#hidden += 1;
      return;
    }
    this.#shown += 1;
    this.#shownMs = nowMs;
    this.reportHidden();
    this.#say(`${this.#words.one}${text}`);
  }

  reportHidden(): void {
    if (this.#hidden > 0) {
      this.#say(`… and ${this.#hidden} more ${this.#words.many} that are not shown`);
    }
    this.#hidden = 0;
  }
}
