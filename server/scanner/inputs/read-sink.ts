import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { ReaderState } from '#shared/model/scan.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { type EpochMs, SECOND_MS } from '#shared/model/time.ts';

import type { Journal } from '../journal/journal.ts';
import type { BadLineReport } from '../output.ts';
import type { Decoded, DecodedRead } from '../read-decoder.ts';

/**
 * The progress of a finite input: done of total, in any unit, and when it will be through if its
 * own pace determines that.
 */
export interface InputPosition {
  readonly done: number;
  readonly total: number;
  readonly remainingMs?: number;
}

export interface ReadInput {
  /** Undefined while the end is unknown: standard input, connections. */
  readonly position: InputPosition | undefined;
  /**
   * Takes in everything. Returns true when the whole input has come, false when `stop` ended it
   * before. Rejects when the input cannot be read or the journal refuses for good.
   */
  run(stop: AbortSignal): Promise<boolean>;
}

export interface ReadSinkOptions {
  readonly journal: Journal;
  readonly badLines: BadLineReport;
  /** Messages of readers about themselves. */
  readonly notes: BadLineReport;
  /**
   * How far the numbered reads of readers are in the journal, so that a new connection asks for what came after. Another
   * run asks for everything: repeated reads are stored once, and no number of yesterday hides a read of today.
   */
  readonly marks: { set(series: string, number: number): unknown };
  readonly unusualPoints: UnusualPoints;
  readonly now: () => EpochMs;
}

/** The target of all inputs: reads into the journal, bad lines to the operator. */
export class ReadSink {
  readonly #options: ReadSinkOptions;
  #bad = 0;
  #readerState: ReaderState = {};

  constructor(options: ReadSinkOptions) {
    this.#options = options;
  }

  get bad(): number {
    return this.#bad;
  }

  /** The reader's last message about its battery and clock. */
  get readerState(): ReaderState {
    return this.#readerState;
  }

  /**
   * Takes in a piece of input. Resolves when its reads are on disk, so that an input that waits for
   * it cannot run ahead.
   */
  async take(decoded: Decoded, inputName: string): Promise<void> {
    this.reportBad(decoded, inputName);
    for (const note of decoded.notes) this.#options.notes.add(`${inputName}: ${note}`);
    if (decoded.state) this.#readerState = mergeState(this.#readerState, decoded.state);
    await this.takeReads(decoded.reads);
    for (const { series, number } of decoded.marks) this.#options.marks.set(series, number);
  }

  /** Dates a read without a time at its arrival. */
  async takeReads(reads: readonly DecodedRead[]): Promise<void> {
    const receivedMs = this.#options.now();
    for (const { points } of reads) this.#options.unusualPoints.note(points);
    await this.#options.journal.append(
      reads.map((read) => ({ ...read, timeMs: read.timeMs ?? receivedMs, receivedMs })),
    );
  }

  reportBad({ badLines }: Decoded, inputName: string): void {
    this.#bad += badLines.length;
    for (const { number, reason } of badLines) {
      this.#options.badLines.add(`${inputName} line ${number}: ${reason}`);
    }
  }
}

/** A tenth of a second more is no news about a wrong clock. */
function mergeState(before: ReaderState, reported: ReaderState): ReaderState {
  const { aheadMs = 0 } = reported;
  const isSame = aheadMs !== 0 && Math.abs((before.aheadMs ?? 0) - aheadMs) < SECOND_MS;
  return { ...before, ...reported, ...(isSame ? { aheadMs: before.aheadMs ?? 0 } : {}) };
}

/** Endless new names must not get a message each. */
const MOST_SAID = 20;

/** Says once of each point that it is unusual: a scanner does not know which points the race has. */
export class UnusualPoints {
  readonly #say: (text: string) => void;
  readonly #said = new Set<TimePoint>();

  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  note(points: readonly TimePoint[]): void {
    for (const point of points) {
      const isKnown = USUAL_COURSES.points.includes(point) || this.#said.has(point);
      if (isKnown || this.#said.size === MOST_SAID) continue;
      this.#said.add(point);
      this.#say(`The race must have a point of the name ${point}, or its reads count nowhere.`);
    }
  }
}
