import type { BandId } from '#shared/model/ids.ts';
import { isRaceMoment } from '#shared/model/instant.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';

import type { LineParser } from './formats/line-format.ts';

export interface ReadDecoderOptions {
  readonly parser: LineParser;
  /** Where the scanner stands; a line that names its own point goes before it. */
  readonly points: readonly TimePoint[] | undefined;
  /** Added to each time that came from the reader, never to the time of arrival. */
  readonly offsetMs: DurationMs;
}

/** A good line: a read that only lacks, if it has no time of its own, the moment it is taken in. */
export interface DecodedRead {
  readonly bandId: BandId;
  readonly points: readonly TimePoint[];
  readonly timeMs: EpochMs | undefined;
}

export interface BadLine {
  readonly number: number;
  readonly reason: string;
}

/** What a piece of input says. */
export interface Decoded {
  readonly reads: readonly DecodedRead[];
  readonly badLines: readonly BadLine[];
}

/** Turns the bytes of one stream (a file, standard input, one connection) into reads. Pure but for its place in the stream. */
export class ReadDecoder {
  readonly #splitter = new LineSplitter();
  readonly #options: ReadDecoderOptions;

  constructor(options: ReadDecoderOptions) {
    this.#options = options;
  }

  push(chunk: Uint8Array): Decoded {
    return this.#decode(this.#splitter.push(chunk));
  }

  /** The end of a file or of standard input: what stands after the last line end is a line. */
  end(): Decoded {
    const line = this.#splitter.end();
    return this.#decode(line ? [line] : []);
  }

  /** The end of a connection: half a line could be half a number, so it is no read. */
  cutOff(): Decoded {
    const line = this.#splitter.end();
    if (!line || line.text?.trim() === '') return { reads: [], badLines: [] };
    return { reads: [], badLines: [{ number: line.number, reason: 'cut off before its end' }] };
  }

  #decode(lines: readonly Line[]): Decoded {
    const reads: DecodedRead[] = [];
    const badLines: BadLine[] = [];
    for (const line of lines) {
      const result = this.#decodeLine(line);
      if (typeof result === 'string') badLines.push({ number: line.number, reason: result });
      else if (result) reads.push(result);
    }
    return { reads, badLines };
  }

  /** The read, the reason why it is none, or undefined for a line to skip. */
  #decodeLine({ text }: Line): DecodedRead | string | undefined {
    if (text === undefined) return `longer than ${LONGEST_LINE_BYTES} bytes`;
    const { parser, offsetMs } = this.#options;
    const result = parser.parse(text);
    if (result.kind === 'skip') return undefined;
    if (result.kind === 'bad') return result.reason;
    const { bandId, timeMs: readerMs } = result.read;
    const points = result.read.points ?? this.#options.points;
    if (!points) return 'has no point, and no --point was given';
    const timeMs = readerMs === undefined ? undefined : readerMs + offsetMs;
    if (timeMs !== undefined && !isRaceMoment(timeMs)) return 'is out of range with its --offset';
    return { bandId, points, timeMs };
  }
}

const LF = 0x0a;
const CR = 0x0d;
const BYTE_ORDER_MARK = '\uFEFF';

/** No reader writes lines as long as this; one that does is broken and must not fill the memory. */
export const LONGEST_LINE_BYTES = 4_096;

/** A line without its end, counted from 1; `text` is undefined when it is too long to be one. */
export interface Line {
  readonly number: number;
  readonly text: string | undefined;
}

/**
 * Cuts bytes into lines at LF, CRLF or CR, wherever the chunks happen to end:
 * inside a line, between CR and LF, inside a character. Bytes that are not
 * UTF-8 become U+FFFD, which no wristband number, point or time contains.
 */
export class LineSplitter {
  #number = 0;
  #carry: Uint8Array[] = [];
  #carryBytes = 0;
  #isTooLong = false;
  #endedWithCr = false;

  push(chunk: Uint8Array): Line[] {
    const lines: Line[] = [];
    let from = this.#endedWithCr && chunk[0] === LF ? 1 : 0;
    if (chunk.length > 0) this.#endedWithCr = false;
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte !== LF && byte !== CR) continue;
      this.#keep(chunk.subarray(from, at));
      lines.push(this.#take());
      const isPair = byte === CR && chunk[at + 1] === LF;
      if (isPair) at += 1;
      from = at + 1;
      // Only a CR that stands last may have its LF in the next chunk.
      this.#endedWithCr = byte === CR && !isPair && from === chunk.length;
    }
    this.#keep(chunk.subarray(from));
    return lines;
  }

  /** What stands after the last line end, or undefined if nothing does. */
  end(): Line | undefined {
    return this.#carryBytes > 0 || this.#isTooLong ? this.#take() : undefined;
  }

  #keep(bytes: Uint8Array): void {
    if (bytes.length === 0 || this.#isTooLong) return;
    if (this.#carryBytes + bytes.length > LONGEST_LINE_BYTES) {
      this.#isTooLong = true;
      this.#carry = [];
      return;
    }
    // A copy: a view would hold the whole chunk it came in.
    this.#carry.push(bytes.slice());
    this.#carryBytes += bytes.length;
  }

  #take(): Line {
    this.#number += 1;
    const text = this.#isTooLong ? undefined : Buffer.concat(this.#carry).toString('utf8');
    this.#carry = [];
    this.#carryBytes = 0;
    this.#isTooLong = false;
    const isMarked = this.#number === 1 && text?.startsWith(BYTE_ORDER_MARK);
    return { number: this.#number, text: isMarked ? text?.slice(1) : text };
  }
}
