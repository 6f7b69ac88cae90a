import { LRUCache } from 'lru-cache';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { ReaderConnection, ReaderCondition } from '#shared/model/scan.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { SECOND_MS } from '#shared/model/time.ts';

import type { Journal } from '../journal/journal.ts';
import { FloodLimit } from '../output.ts';
import type { Decoded, DecodedRead } from '../read-decoder.ts';

export interface ReadInput {
  /** The share of the input that was read, 0 to 1; undefined while the end is unknown: standard input, connections. */
  readonly fraction?: number | undefined;
  /**
   * Reads everything. Returns whether it reached the end before `stop`. Rejects when the input cannot be read or the
   * journal refuses for good.
   */
  run(stop: AbortSignal): Promise<boolean>;
}

/** Endless new names must not get a message each. */
const MAX_POINTS_REPORTED = 20;
/** As many as connect at once. */
const MAX_BATTERIES = 256;

export interface ReadSinkOptions {
  readonly journal: Journal;
  /**
   * The last number in the journal of each reader that numbers its reads, so that a new connection requests later ones.
   * Another run requests all: repeated reads are stored once, and yesterday's numbers hide no read of today.
   */
  readonly marks: { set(series: string, number: number): unknown };
  readonly say: (text: string) => void;
  /** Those of the usual race while the race is unknown. */
  readonly racePoints?: readonly TimePoint[];
}

/** The target of all inputs: reads go into the journal, bad lines and messages of readers to the operator. */
export class ReadSink {
  readonly #options: ReadSinkOptions;
  readonly #badLines: FloodLimit;
  readonly #notes: FloodLimit;
  readonly #unknownPoints = new Set<TimePoint>();
  /** By connection, since each has a battery of its own. */
  readonly #areLow = new LRUCache<string, boolean>({ max: MAX_BATTERIES });
  #bad = 0;
  #readerState: ReaderCondition = {};

  constructor(options: ReadSinkOptions) {
    this.#options = options;
    this.#badLines = new FloodLimit(options.say, 'bad lines');
    this.#notes = new FloodLimit(options.say, 'messages of readers');
  }

  get bad(): number {
    return this.#bad;
  }

  /** The reader's connection, and its last report of battery and clock. */
  get readerState(): ReaderCondition {
    return this.#readerState;
  }

  noteConnection(connection: ReaderConnection): void {
    this.#readerState = { ...this.#readerState, ...connection };
  }

  /** Resolves when the reads are on disk, so that an input that awaits it cannot run ahead. */
  async take(decoded: Decoded, inputName: string): Promise<void> {
    this.reportBad(decoded, inputName);
    for (const note of decoded.notes) this.#notes.add(`Reader ${inputName}: ${note}`);
    if (decoded.state) this.#noteState(decoded.state, inputName);
    await this.takeReads(decoded.reads);
    for (const { series, number } of decoded.marks) this.#options.marks.set(series, number);
  }

  /** The operator is shown the first battery of a connection, and each change between low and not low. */
  #noteState(reported: ReaderCondition, inputName: string): void {
    this.#readerState = mergeState(this.#readerState, reported);
    const { battery, isBatteryLow = false } = reported;
    if (battery === undefined || this.#areLow.get(inputName) === isBatteryLow) return;
    this.#areLow.set(inputName, isBatteryLow);
    this.#notes.add(`Reader ${inputName}: battery ${battery}${isBatteryLow ? ', low' : ''}`);
  }

  /** Dates a read without a time at its arrival. */
  async takeReads(reads: readonly DecodedRead[]): Promise<void> {
    const receivedMs = Date.now();
    for (const { points } of reads) this.reportUnknownPoints(points);
    await this.#options.journal.append(
      reads.map((read) => ({ ...read, timeMs: read.timeMs ?? receivedMs, receivedMs })),
    );
  }

  reportBad({ badLines }: Decoded, inputName: string): void {
    this.#bad += badLines.length;
    for (const { number, reason } of badLines) {
      this.#badLines.add(`bad line, ${inputName} line ${number}: ${reason}`);
    }
  }

  /** Reports the number of bad lines hidden since the last one shown. */
  reportHidden(): void {
    this.#badLines.reportHidden();
  }

  /** Reports each point once that the race, or while it is unknown the usual race, does not have. */
  reportUnknownPoints(points: readonly TimePoint[]): void {
    const { racePoints = USUAL_COURSES.points } = this.#options;
    for (const point of points) {
      const isKnown = racePoints.includes(point) || this.#unknownPoints.has(point);
      if (isKnown || this.#unknownPoints.size === MAX_POINTS_REPORTED) continue;
      this.#unknownPoints.add(point);
      this.#options.say(
        `The race must have a point of the name ${point}, or its reads count nowhere.`,
      );
    }
  }
}

/** Keeps the reported clock error while it changes by less than a second: each change is sent to the organisers. */
function mergeState(before: ReaderCondition, reported: ReaderCondition): ReaderCondition {
  const { aheadMs = 0 } = reported;
  const isSame = aheadMs !== 0 && Math.abs((before.aheadMs ?? 0) - aheadMs) < SECOND_MS;
  return { ...before, ...reported, ...(isSame ? { aheadMs: before.aheadMs ?? 0 } : {}) };
}
