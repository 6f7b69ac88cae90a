import type { BandId } from '#shared/model/ids.ts';
import { isRaceMoment } from '#shared/model/instant.ts';
import type { ReaderState } from '#shared/model/scan.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { type DurationMs, type EpochMs, SECOND_MS } from '#shared/model/time.ts';

import type { LineParser, LineRead, LineResult, ReadMark } from './formats/line-format.ts';
import { type Line, Splitter } from './framing.ts';

export interface ReadDecoderOptions {
  readonly parser: LineParser;
  /** The points of the scanner; a line with its own point takes precedence. */
  readonly points: readonly TimePoint[] | undefined;
  /** Added to each time from the reader, never to the time of arrival. */
  readonly offsetMs: DurationMs;
}

/** A good line; without a time it gets the moment of its arrival. */
export interface DecodedRead {
  readonly bandId: BandId;
  readonly points: readonly TimePoint[];
  readonly timeMs: EpochMs | undefined;
}

/** Why incomplete input is no read. */
export const CUT_OFF = 'cut off before its end';

export interface BadLine {
  readonly number: number;
  readonly reason: string;
}

export interface Decoded {
  readonly reads: readonly DecodedRead[];
  readonly badLines: readonly BadLine[];
  /** The answer to the reader once the reads are on disk; empty for none. */
  readonly answer: string;
  /** Messages of the reader about itself. */
  readonly notes: readonly string[];
  readonly state: ReaderState | undefined;
  /** The reader's own numbers of the last of these reads. */
  readonly marks: readonly ReadMark[];
}

class Gathered implements Decoded {
  readonly reads: DecodedRead[] = [];
  readonly badLines: BadLine[] = [];
  readonly notes: string[] = [];
  readonly marks: ReadMark[] = [];
  answer = '';
  state: ReaderState | undefined = undefined;
}

/**
 * Turns the bytes of one stream (a file, standard input, one connection) into reads. Pure except
 * for its place in the stream.
 */
export class ReadDecoder {
  readonly #splitter: Splitter;
  readonly #options: ReadDecoderOptions;

  constructor(options: ReadDecoderOptions) {
    this.#options = options;
    this.#splitter = new Splitter(options.parser.framing);
  }

  push(chunk: Uint8Array): Decoded {
    return this.#decode(this.#splitter.push(chunk));
  }

  /** The end of a file or of standard input: the rest after the last line end is a line. */
  end(): Decoded {
    if (!this.#splitter.endsWithFile) return this.cutOff();
    const line = this.#splitter.end();
    return this.#decode(line ? [line] : []);
  }

  /** The end of a connection: half a line could be half a number, so it is no read. */
  cutOff(): Decoded {
    const line = this.#splitter.end();
    const gathered = new Gathered();
    const isEmpty = !line || line.text?.replaceAll('\0', '').trim() === '';
    if (!isEmpty) gathered.badLines.push({ number: line.number, reason: CUT_OFF });
    return gathered;
  }

  /** The greeting to a reader that this scanner has connected to. */
  greet(): string {
    return this.#options.parser.greet?.() ?? '';
  }

  /** The text for a reader every few seconds. */
  ping(): string {
    return this.#options.parser.ping?.() ?? '';
  }

  #decode(lines: readonly Line[]): Decoded {
    const gathered = new Gathered();
    for (const { number, text } of lines) {
      const result = text === undefined ? this.#refuseLength() : this.#options.parser.parse(text);
      this.#gather(result, number, gathered);
    }
    return gathered;
  }

  #refuseLength(): LineResult {
    return { kind: 'bad', reason: `longer than ${this.#splitter.longestBytes} bytes` };
  }

  #gather(result: LineResult, number: number, gathered: Gathered): void {
    if (result.kind === 'read') {
      const read = this.#place(result.read);
      if (typeof read === 'string') gathered.badLines.push({ number, reason: read });
      else gathered.reads.push(read);
    } else if (result.kind === 'bad') {
      gathered.badLines.push({ number, reason: result.reason });
    } else if (result.kind === 'frame') {
      for (const part of result.parts ?? []) this.#gather(part, number, gathered);
      if (result.note !== undefined) gathered.notes.push(result.note);
      if (result.mark) gathered.marks.push(result.mark);
      gathered.answer += result.answer ?? '';
      if (result.state) gathered.state = { ...gathered.state, ...this.#correct(result.state) };
    }
  }

  /** `--offset` corrects a clock that is wrong by that much. */
  #correct(state: ReaderState): ReaderState {
    const { aheadMs } = state;
    if (aheadMs === undefined) return state;
    const leftMs = aheadMs + this.#options.offsetMs;
    return { ...state, aheadMs: Math.abs(leftMs) < SECOND_MS ? 0 : leftMs };
  }

  /** The read with its point and the time on the race's clock, or why it is invalid. */
  #place({ bandId, timeMs: readerMs, points: own }: LineRead): DecodedRead | string {
    const { offsetMs } = this.#options;
    const points = own ?? this.#options.points;
    if (!points) return 'has no point, and no --point was given';
    const timeMs = readerMs === undefined ? undefined : readerMs + offsetMs;
    if (timeMs !== undefined && !isRaceMoment(timeMs)) return 'is out of range with its --offset';
    return { bandId, points, timeMs };
  }
}
