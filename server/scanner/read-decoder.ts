import type { BandId } from '#shared/model/ids.ts';
import { isRaceMoment } from '#shared/model/instant.ts';
import type { ReaderCondition } from '#shared/model/scan.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { type DurationMs, type EpochMs, SECOND_MS } from '#shared/model/time.ts';

import type { LineParser, LineRead, LineResult, ReadMark } from './formats/line-format.ts';
import { type Line, Splitter } from './framing.ts';

export interface ReadDecoderOptions {
  readonly parser: LineParser;
  /** The scanner's `--point`, for lines without a point. */
  readonly points: readonly TimePoint[] | undefined;
  /** Added to each time from the reader, never to the time of arrival. */
  readonly offsetMs: DurationMs;
}

/** A valid read; without a time it gets the moment of its arrival. */
export interface DecodedRead {
  readonly bandId: BandId;
  readonly points: readonly TimePoint[];
  readonly timeMs: EpochMs | undefined;
}

/** Why incomplete input is no read. */
export const CUT_OFF = 'cut off before its end';

/** The result of a piece of input. */
export class Decoded {
  readonly reads: DecodedRead[] = [];
  readonly badLines: { readonly number: number; readonly reason: string }[] = [];
  /** The reader's messages about itself. */
  readonly notes: string[] = [];
  /** The reader's own numbers of the last of these reads. */
  readonly marks: ReadMark[] = [];
  /** The answer to the reader once the reads are on disk; empty for none. */
  answer = '';
  state: ReaderCondition | undefined;
}

/** Turns the bytes of one stream (a file, standard input, one connection) into reads. */
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
    const decoded = new Decoded();
    const isEmpty = !line || line.text?.replaceAll('\0', '').trim() === '';
    if (!isEmpty) decoded.badLines.push({ number: line.number, reason: CUT_OFF });
    return decoded;
  }

  /** See {@link LineParser.greet}. */
  greet(): string {
    return this.#options.parser.greet?.() ?? '';
  }

  /** See {@link LineParser.ping}. */
  ping(): string {
    return this.#options.parser.ping?.() ?? '';
  }

  #decode(lines: readonly Line[]): Decoded {
    const decoded = new Decoded();
    const { longestBytes } = this.#splitter;
    for (const { number, text } of lines) {
      if (text !== undefined) this.#add(this.#options.parser.parse(text), number, decoded);
      else decoded.badLines.push({ number, reason: `longer than ${longestBytes} bytes` });
    }
    return decoded;
  }

  #add(result: LineResult, number: number, decoded: Decoded): void {
    if (result.kind === 'read') {
      const read = this.#complete(result.read);
      if (typeof read === 'string') decoded.badLines.push({ number, reason: read });
      else decoded.reads.push(read);
    } else if (result.kind === 'bad') {
      decoded.badLines.push({ number, reason: result.reason });
    } else if (result.kind === 'frame') {
      for (const part of result.parts ?? []) this.#add(part, number, decoded);
      if (result.note !== undefined) decoded.notes.push(result.note);
      if (result.mark) decoded.marks.push(result.mark);
      decoded.answer += result.answer ?? '';
      if (result.state) decoded.state = { ...decoded.state, ...this.#correct(result.state) };
    }
  }

  /** `--offset` makes up for an error of the reader's clock. */
  #correct(state: ReaderCondition): ReaderCondition {
    const { aheadMs } = state;
    if (aheadMs === undefined) return state;
    const leftMs = aheadMs + this.#options.offsetMs;
    return { ...state, aheadMs: Math.abs(leftMs) < SECOND_MS ? 0 : leftMs };
  }

  /** The read with its points and its corrected time, or why it is invalid. */
  #complete({ bandId, timeMs: readerMs, points: own }: LineRead): DecodedRead | string {
    const { offsetMs } = this.#options;
    const points = own ?? this.#options.points;
    if (!points) return 'has no point, and no --point was given';
    const timeMs = readerMs === undefined ? undefined : readerMs + offsetMs;
    if (timeMs !== undefined && !isRaceMoment(timeMs)) return 'is out of range with its --offset';
    return { bandId, points, timeMs };
  }
}
