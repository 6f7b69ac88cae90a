import { timing } from '#server/system/timing.mjs';
import { HOUR_MS, SECOND_MS } from '#shared/model/time.ts';

const BAR_EVERY_MS = 100;
const JSON_EVERY_MS = timing('progressMs', 1_000);
const CLEAR_LINE = '\r\u001B[K';

export interface ConsoleOutputOptions {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly isQuiet: boolean;
  /** A file is replayed: on a terminal that is worth a bar. */
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

  /** Prints the final line; nothing moves after it. */
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

/** The state of a run. `stored` and `duplicates` are in Redis, `unsent` so far only in the journal. */
export interface ProgressSnapshot {
  readonly reads: number;
  readonly stored: number;
  readonly duplicates: number;
  readonly bad: number;
  readonly unsent: number;
  readonly isConnected: boolean;
  readonly elapsedMs: number;
  /** The share of a file that is done, 0 to 1; undefined when the end is unknown. */
  readonly fraction: number | undefined;
  /** How long the rest of a replay takes at its own pace. */
  readonly remainingMs: number | undefined;
}

const BAR_CELLS = 24;
const NUMBER = new Intl.NumberFormat('en');

/** One JSON object for programs that watch the output of a scanner. */
export function presentProgressJson(snapshot: ProgressSnapshot): string {
  const { reads, stored, duplicates, bad, unsent, isConnected } = snapshot;
  const redis = isConnected ? 'connected' : 'away';
  return JSON.stringify({ reads, stored, duplicates, bad, unsent, redis });
}

/** The final line for programs. */
export function presentSummaryJson(snapshot: ProgressSnapshot): string {
  const { reads, stored, duplicates, bad, unsent } = snapshot;
  return JSON.stringify({ done: true, reads, stored, duplicates, bad, unsent });
}

/** The final line for people. */
export function presentSummary({
  reads,
  stored,
  duplicates,
  bad,
  unsent,
}: ProgressSnapshot): string {
  const rest = unsent > 0 ? `, ${count(unsent)} still to be sent` : '';
  return (
    `${count(reads)} reads: ${count(stored)} stored, ${count(duplicates)} duplicates${rest}; ` +
    `${count(bad)} bad lines.`
  );
}

/** The line that is redrawn on a terminal. */
export function presentProgressBar(snapshot: ProgressSnapshot): string {
  const { reads, stored, duplicates, bad, unsent, elapsedMs, fraction } = snapshot;
  const parts = [`${count(reads)} reads`, `${count(stored)} stored`];
  if (duplicates > 0) parts.push(`${count(duplicates)} duplicates`);
  if (bad > 0) parts.push(`${count(bad)} bad`);
  if (!snapshot.isConnected) parts.push(`waiting for Redis with ${count(unsent)}`);
  else parts.push(`${count(rate(reads - unsent, elapsedMs))}/s`);
  const restMs = findRest(snapshot);
  if (restMs !== undefined && snapshot.isConnected) parts.push(`${presentSpan(restMs)} left`);
  return `${fraction === undefined ? '' : `${presentBar(fraction)} `}${parts.join(' · ')}`;
}

function presentBar(fraction: number): string {
  const full = Math.round(fraction * BAR_CELLS);
  const percent = String(Math.floor(fraction * 100)).padStart(3);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_CELLS - full)} ${percent} %`;
}

function findRest({ fraction, elapsedMs, remainingMs }: ProgressSnapshot): number | undefined {
  if (remainingMs !== undefined) return remainingMs;
  if (fraction === undefined || fraction === 0 || elapsedMs < SECOND_MS) return undefined;
  return (elapsedMs * (1 - fraction)) / fraction;
}

/** `2:05`, `1:00:00`. */
function presentSpan(ms: number): string {
  const clock = new Date(ms).toISOString().slice(14, 19);
  const hours = Math.floor(ms / HOUR_MS);
  return hours > 0 ? `${hours}:${clock}` : clock.replace(/^0/, '');
}

function rate(amount: number, elapsedMs: number): number {
  return Math.round((amount * SECOND_MS) / Math.max(elapsedMs, 1));
}

function count(value: number): string {
  return NUMBER.format(value);
}

/** The prefix of a line of the report, and the word for those left out. */
interface ReportWords {
  readonly one: string;
  readonly many: string;
}

const BAD_LINES: ReportWords = { one: 'bad line, ', many: 'bad lines' };
/** Messages of readers about their clock, battery and buttons. */
export const READER_NOTES: ReportWords = { one: 'Reader ', many: 'messages of readers' };

/** Bad lines shown one by one before they are only counted. */
const SHOWN_AT_ONCE = 100;
/** One more may be shown after each span of this length. */
const SHOWN_EACH_MS = 1_000;

/**
 * Shows bad lines as they come, but never floods: after the first hundred it shows one a second,
 * with the number of those left out.
 */
export class BadLineReport {
  readonly #say: (text: string) => void;
  readonly #now: () => number;
  readonly #words: ReportWords;
  #left = SHOWN_AT_ONCE;
  #refilledMs: number;
  #hidden = 0;

  constructor(say: (text: string) => void, now: () => number, words = BAD_LINES) {
    this.#say = say;
    this.#words = words;
    this.#now = now;
    this.#refilledMs = now();
  }

  add(text: string): void {
    this.#refill();
    if (this.#left < 1) {
      this.#hidden += 1;
      return;
    }
    this.#left -= 1;
    this.reportHidden();
    this.#say(`${this.#words.one}${text}`);
  }

  /** Reports how many were left out since the last one shown. */
  reportHidden(): void {
    if (this.#hidden > 0) {
      this.#say(`… and ${this.#hidden} more ${this.#words.many} that are not shown`);
    }
    this.#hidden = 0;
  }

  #refill(): void {
    const spans = Math.floor((this.#now() - this.#refilledMs) / SHOWN_EACH_MS);
    this.#refilledMs += spans * SHOWN_EACH_MS;
    this.#left = Math.min(SHOWN_AT_ONCE, this.#left + spans);
  }
}
