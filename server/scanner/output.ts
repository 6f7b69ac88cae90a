import { timing } from '#server/system/timing.mjs';

const BAR_EVERY_MS = 100;
const JSON_EVERY_MS = timing('progressMs', 1_000);
const CLEAR_LINE = '\r\u001B[K';

/** Messages on standard error, progress and the final line on standard output. */
export class ConsoleOutput {
  readonly #isQuiet: boolean;
  /** On a terminal a replay has a bar. */
  readonly #hasBar: boolean;
  #timer: NodeJS.Timeout | undefined;
  #isBarDrawn = false;

  constructor({ isQuiet, isFile }: { readonly isQuiet: boolean; readonly isFile: boolean }) {
    this.#isQuiet = isQuiet;
    this.#hasBar = isFile && process.stdout.isTTY && !isQuiet;
    for (const stream of [process.stdout, process.stderr]) ignoreClosedPipe(stream);
  }

  say(text: string): void {
    this.#clearBar();
    process.stderr.write(`${text}\n`);
  }

  start(snapshot: () => ProgressSnapshot): void {
    if (this.#isQuiet) return;
    this.#timer = this.#hasBar
      ? setInterval(() => this.#drawBar(snapshot()), BAR_EVERY_MS)
      : setInterval(() => printLine(formatProgressJson(snapshot())), JSON_EVERY_MS);
  }

  finish(last: ProgressSnapshot): void {
    this.stop();
    printLine(process.stdout.isTTY ? formatSummary(last) : formatSummaryJson(last));
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#clearBar();
  }

  #drawBar(snapshot: ProgressSnapshot): void {
    const columns = process.stdout.columns || 80;
    process.stdout.write(CLEAR_LINE + formatProgressBar(snapshot).slice(0, columns - 1));
    this.#isBarDrawn = true;
  }

  #clearBar(): void {
    if (this.#isBarDrawn) process.stdout.write(CLEAR_LINE);
    this.#isBarDrawn = false;
  }
}

function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Reading continues when nothing reads the output any more. */
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
  /** The processed share of a file, 0 to 1; undefined when the end is unknown. */
  readonly fraction: number | undefined;
}

const BAR_CELLS = 24;
const NUMBER = new Intl.NumberFormat('en');

export function formatProgressJson(snapshot: ProgressSnapshot): string {
  const redis = snapshot.isConnected ? 'connected' : 'away';
  return JSON.stringify({ ...countsOf(snapshot), redis });
}

export function formatSummaryJson(snapshot: ProgressSnapshot): string {
  return JSON.stringify({ done: true, ...countsOf(snapshot) });
}

function countsOf({ reads, stored, duplicates, bad, unsent }: ProgressSnapshot) {
  return { reads, stored, duplicates, bad, unsent };
}

function count(value: number): string {
  return NUMBER.format(value);
}

export function formatSummary(snapshot: ProgressSnapshot): string {
  const { reads, stored, duplicates, bad, unsent } = snapshot;
  const rest = unsent > 0 ? `, ${count(unsent)} still to be sent` : '';
  return (
    `${count(reads)} reads: ${count(stored)} stored, ${count(duplicates)} duplicates${rest}; ` +
    `${count(bad)} bad lines.`
  );
}

export function formatProgressBar(snapshot: ProgressSnapshot): string {
  const { fraction = 0, isConnected } = snapshot;
  const full = Math.round(fraction * BAR_CELLS);
  const percent = String(Math.floor(fraction * 100)).padStart(3);
  const bar = `${'█'.repeat(full)}${'░'.repeat(BAR_CELLS - full)} ${percent} %`;
  return `${bar} ${formatSummary(snapshot)}${isConnected ? '' : ' Waiting for Redis.'}`;
}

/** Lines shown one by one; after them one a second. */
const SHOWN_AT_ONCE = 100;
const SHOWN_EACH_MS = 1_000;

/** Shows lines as they arrive; of a flood one a second, with the number of hidden ones. */
export class FloodLimit {
  readonly #say: (text: string) => void;
  readonly #plural: string;
  #shown = 0;
  #shownMs = 0;
  #hidden = 0;

  constructor(say: (text: string) => void, plural: string) {
    this.#say = say;
    this.#plural = plural;
  }

  add(text: string): void {
    const nowMs = Date.now();
    if (this.#shown >= SHOWN_AT_ONCE && nowMs - this.#shownMs < SHOWN_EACH_MS) {
      this.#hidden += 1;
      return;
    }
    this.#shown += 1;
    this.#shownMs = nowMs;
    this.reportHidden();
    this.#say(text);
  }

  reportHidden(): void {
    if (this.#hidden > 0) {
      this.#say(`… and ${this.#hidden} more ${this.#plural} that are not shown`);
    }
    this.#hidden = 0;
  }
}
