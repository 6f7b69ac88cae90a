import { timing } from '#server/system/timing.mjs';

import {
  presentProgressBar,
  presentProgressJson,
  presentSummary,
  presentSummaryJson,
  type ProgressSnapshot,
} from './present-progress.ts';

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
