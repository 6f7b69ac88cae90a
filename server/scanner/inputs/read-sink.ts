import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { ReaderConnection, ReaderState } from '#shared/model/scan.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { SECOND_MS } from '#shared/model/time.ts';

import type { Journal } from '../journal/journal.ts';
import { BadLineReport, READER_NOTES } from '../output.ts';
import type { Decoded, DecodedRead } from '../read-decoder.ts';

/** The progress of a finite input, in any unit. */
export interface InputPosition {
  readonly done: number;
  readonly total: number;
}

export interface ReadInput {
  /** Undefined while the end is unknown: standard input, connections. */
  readonly position: InputPosition | undefined;
  /**
   * Takes in everything. Returns whether the whole input has come before `stop` ended it. Rejects when the input cannot
   * be read or the journal refuses for good.
   */
  run(stop: AbortSignal): Promise<boolean>;
}

/** Endless new names must not get a message each. */
const MOST_SAID = 20;

export interface ReadSinkOptions {
  readonly journal: Journal;
  /**
   * Up to which number the reads of numbering readers are in the journal, so that a new connection asks for later ones.
   * Another run asks for all: repeated reads are stored once, and no number of yesterday hides a read of today.
   */
  readonly marks: { set(series: string, number: number): unknown };
  readonly say: (text: string) => void;
  /** The race's points; undefined where no race is known yet. */
  readonly racePoints?: readonly TimePoint[] | undefined;
}

/** The target of all inputs: reads go into the journal, bad lines and messages of readers to the operator. */
export class ReadSink {
  readonly #options: ReadSinkOptions;
  readonly #badLines: BadLineReport;
  readonly #notes: BadLineReport;
  readonly #unusualPoints = new Set<TimePoint>();
  #bad = 0;
  #readerState: ReaderState = {};

  constructor(options: ReadSinkOptions) {
    this.#options = options;
    this.#badLines = new BadLineReport(options.say, Date.now);
    this.#notes = new BadLineReport(options.say, Date.now, READER_NOTES);
  }

  get bad(): number {
    return this.#bad;
  }

  /** The reader's connection, and its last message about its battery and clock. */
  get readerState(): ReaderState {
    return this.#readerState;
  }

  noteConnection(connection: ReaderConnection): void {
    this.#readerState = { ...this.#readerState, ...connection };
  }

  /** Takes in a piece of input. Resolves when its reads are on disk: an input that waits cannot run ahead. */
  async take(decoded: Decoded, inputName: string): Promise<void> {
    this.reportBad(decoded, inputName);
    for (const note of decoded.notes) this.#notes.add(`${inputName}: ${note}`);
    if (decoded.state) this.#readerState = mergeState(this.#readerState, decoded.state);
    await this.takeReads(decoded.reads);
    for (const { series, number } of decoded.marks) this.#options.marks.set(series, number);
  }

  /** Dates a read without a time at its arrival. */
  async takeReads(reads: readonly DecodedRead[]): Promise<void> {
    const receivedMs = Date.now();
    for (const { points } of reads) this.notePoints(points);
    await this.#options.journal.append(
      reads.map((read) => ({ ...read, timeMs: read.timeMs ?? receivedMs, receivedMs })),
    );
  }

  reportBad({ badLines }: Decoded, inputName: string): void {
    this.#bad += badLines.length;
    for (const { number, reason } of badLines) {
      this.#badLines.add(`${inputName} line ${number}: ${reason}`);
    }
  }

  /** Reports the number of bad lines left out since the last one shown. */
  reportHidden(): void {
    this.#badLines.reportHidden();
  }

  /** Reports each point once that the race does not have; the usual race, while the race is not known. */
  notePoints(points: readonly TimePoint[]): void {
    const { racePoints = USUAL_COURSES.points } = this.#options;
    for (const point of points) {
      const isKnown = racePoints.includes(point) || this.#unusualPoints.has(point);
      if (isKnown || this.#unusualPoints.size === MOST_SAID) continue;
      this.#unusualPoints.add(point);
      this.#options.say(
        `The race must have a point of the name ${point}, or its reads count nowhere.`,
      );
    }
  }
}

/** A tenth of a second more is no news about a wrong clock. */
function mergeState(before: ReaderState, reported: ReaderState): ReaderState {
  const { aheadMs = 0 } = reported;
  const isSame = aheadMs !== 0 && Math.abs((before.aheadMs ?? 0) - aheadMs) < SECOND_MS;
  return { ...before, ...reported, ...(isSame ? { aheadMs: before.aheadMs ?? 0 } : {}) };
}
