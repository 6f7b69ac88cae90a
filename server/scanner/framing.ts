import type { Framing } from './formats/line-format.ts';

const LF = 0x0a;
const CR = 0x0d;
const DOLLAR = 0x24;
const BRACKET = 0x5b;
const BYTE_ORDER_MARK = '\uFEFF';

/** No reader writes longer lines; one that does is broken and must not fill the memory. */
export const LONGEST_LINE_BYTES = 4_096;
/** A frame of 100 passings with all fields has some 20,000. */
export const LONGEST_FRAME_BYTES = 65_536;
const MOST_PARTS = 64;

/** A line or a frame without its end, counted from 1; `text` is undefined when it is too long. */
export interface Line {
  readonly number: number;
  readonly text: string | undefined;
}

export interface Splitter {
  readonly longestBytes: number;
  /** Whether the bytes after the last end are whole at the end of a file. */
  readonly endsWithFile: boolean;
  push(chunk: Uint8Array): Line[];
  /** The bytes after the last end, or undefined without any. */
  end(): Line | undefined;
}

export function createSplitter(framing: Framing = 'lines'): Splitter {
  if (framing === 'dollars') return new DollarSplitter();
  if (framing === 'objects') return new ObjectSplitter();
  return framing === 'guess' ? new GuessingSplitter() : new LineSplitter();
}

/** The bytes since the last end: a copy, since a view would hold the whole chunk it came in. */
class HeldBytes {
  readonly #longestBytes: number;
  #number = 0;
  #parts: Uint8Array[] = [];
  #bytes = 0;
  #isTooLong = false;

  constructor(longestBytes: number) {
    this.#longestBytes = longestBytes;
  }

  get isEmpty(): boolean {
    return this.#bytes === 0 && !this.#isTooLong;
  }

  keep(bytes: Uint8Array): void {
    if (bytes.length === 0 || this.#isTooLong) return;
    if (this.#bytes + bytes.length > this.#longestBytes) {
      this.#isTooLong = true;
      this.#parts = [];
      return;
    }
    this.#parts.push(bytes.slice());
    this.#bytes += bytes.length;
    // Single bytes would cost a hundred times their size.
    if (this.#parts.length > MOST_PARTS) this.#parts = [Buffer.concat(this.#parts)];
  }

  takeWith(bytes: Uint8Array): Line {
    // Most lines are in one chunk, and need no copy.
    const isInOne = this.isEmpty && bytes.length <= this.#longestBytes;
    if (!isInOne) this.keep(bytes);
    const parts = isInOne ? bytes : Buffer.concat(this.#parts);
    const text = this.#isTooLong ? undefined : asBuffer(parts).toString('utf8');
    this.#number += 1;
    this.#parts = [];
    this.#bytes = 0;
    this.#isTooLong = false;
    const isMarked = this.#number === 1 && text?.startsWith(BYTE_ORDER_MARK);
    return { number: this.#number, text: isMarked ? text?.slice(1) : text };
  }

  /** The held bytes as a line, or undefined without any. */
  end(): Line | undefined {
    return this.isEmpty ? undefined : this.takeWith(new Uint8Array());
  }
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/**
 * Cuts bytes into lines at LF, CRLF or CR, wherever the chunks end. Bytes that are not UTF-8 become U+FFFD, which no
 * wristband number, point or time contains.
 */
export class LineSplitter implements Splitter {
  readonly longestBytes = LONGEST_LINE_BYTES;
  readonly endsWithFile = true;
  readonly #held = new HeldBytes(LONGEST_LINE_BYTES);
  #endedWithCr = false;

  push(chunk: Uint8Array): Line[] {
    const lines: Line[] = [];
    let from = this.#endedWithCr && chunk[0] === LF ? 1 : 0;
    if (chunk.length > 0) this.#endedWithCr = false;
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte !== LF && byte !== CR) continue;
      lines.push(this.#held.takeWith(chunk.subarray(from, at)));
      const isPair = byte === CR && chunk[at + 1] === LF;
      if (isPair) at += 1;
      from = at + 1;
      // Only a CR at the end can have its LF in the next chunk.
      this.#endedWithCr = byte === CR && !isPair && from === chunk.length;
    }
    this.#held.keep(chunk.subarray(from));
    return lines;
  }

  end(): Line | undefined {
    return this.#held.end();
  }
}

/** Cuts bytes into frames that end with `$`, such as those of MYLAPS; one without it is incomplete. */
class DollarSplitter implements Splitter {
  readonly longestBytes = LONGEST_FRAME_BYTES;
  readonly endsWithFile = false;
  readonly #held = new HeldBytes(LONGEST_FRAME_BYTES);

  push(chunk: Uint8Array): Line[] {
    const frames: Line[] = [];
    let from = 0;
    for (let at = chunk.indexOf(DOLLAR); at !== -1; at = chunk.indexOf(DOLLAR, from)) {
      frames.push(this.#held.takeWith(chunk.subarray(from, at)));
      from = at + 1;
    }
    this.#held.keep(chunk.subarray(from));
    return frames;
  }

  end(): Line | undefined {
    return this.#held.end();
  }
}

/**
 * Waits for the first bytes that decide: `name@Function@…$` before any line end is MYLAPS, `[` a
 * list of JSON objects, and anything else is lines.
 */
class GuessingSplitter implements Splitter {
  #splitter: Splitter | undefined;
  #seen = Buffer.alloc(0);

  get longestBytes(): number {
    return this.#splitter?.longestBytes ?? LONGEST_LINE_BYTES;
  }

  get endsWithFile(): boolean {
    return this.#splitter?.endsWithFile ?? true;
  }

  push(chunk: Uint8Array): Line[] {
    if (this.#splitter) return this.#splitter.push(chunk);
    this.#seen = Buffer.concat([this.#seen, chunk]);
    const framing = guessFraming(this.#seen);
    return framing === undefined ? [] : this.#decide(framing);
  }

  end(): Line | undefined {
    if (this.#splitter) return this.#splitter.end();
    // No line has ended in it.
    const splitter = new LineSplitter();
    splitter.push(this.#seen);
    this.#seen = Buffer.alloc(0);
    return splitter.end();
  }

  #decide(framing: Framing): Line[] {
    const seen = this.#seen;
    this.#seen = Buffer.alloc(0);
    this.#splitter = createSplitter(framing);
    return this.#splitter.push(seen);
  }
}

/** Undefined while several framings fit the bytes. */
function guessFraming(bytes: Buffer): Framing | undefined {
  const start = bytes.findIndex((byte) => byte > 0x20);
  if (start === -1) return bytes.length > LONGEST_LINE_BYTES ? 'lines' : undefined;
  if (bytes[start] === BRACKET) return 'objects';
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === LF || byte === CR) return 'lines';
    if (byte !== DOLLAR) continue;
    return /^[^@]*@\w+(?:@|$)/.test(bytes.toString('utf8', start, at)) ? 'dollars' : 'lines';
  }
  return bytes.length > LONGEST_LINE_BYTES ? 'lines' : undefined;
}

/** Objects that readers send are a tenth of this. */
const LONGEST_OBJECT_BYTES = 16_384;
/** Readers nest two deep. Deeper input is broken, and scanning it again must cost little. */
const DEEPEST = 8;

const OPEN = 0x7b;
const CLOSE = 0x7d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
/** Blanks, commas and brackets between the objects of a list mean nothing. */
const BETWEEN = new Set([0x09, LF, CR, 0x20, 0x2c, 0x5b, 0x5d]);

/** `:`, `,`, `]` and `}`. */
const AFTER_TEXT = new Set([COLON, 0x2c, 0x5d, CLOSE]);

interface Look {
  at: number;
  depth: number;
  isInText: boolean;
  /** The last character outside texts that is no blank. */
  last: number;
}

/**
 * Cuts bytes into JSON objects, one a line or in lists, wherever the chunks end. A torn one spoils no other: where it
 * stops being JSON, all before the next `{` is junk.
 */
class ObjectSplitter implements Splitter {
  readonly longestBytes = LONGEST_OBJECT_BYTES;
  readonly endsWithFile = false;
  #held = Buffer.alloc(0);
  #look = beginLook();
  #number = 0;

  push(chunk: Uint8Array): Line[] {
    this.#held = Buffer.concat([this.#held, chunk]);
    const lines: Line[] = [];
    for (;;) {
      const end = this.#held[0] === OPEN ? this.#findObjectEnd() : this.#findJunkEnd();
      if (end === undefined) break;
      const text = this.#held.toString('utf8', 0, end);
      this.#held = this.#held.subarray(end);
      this.#look = beginLook();
      if (text.trim() !== '') lines.push(this.#take(text));
    }
    // A copy: a view would hold the whole chunk.
    this.#held = Buffer.from(this.#held);
    return lines;
  }

  end(): Line | undefined {
    if (this.#held.length === 0) return undefined;
    const text = this.#held.toString('utf8');
    this.#held = Buffer.alloc(0);
    this.#look = beginLook();
    return this.#take(text);
  }

  #take(text: string): Line {
    this.#number += 1;
    return { number: this.#number, text };
  }

  /** The end of bytes that are no object; separators between objects are dropped. */
  #findJunkEnd(): number | undefined {
    let start = 0;
    while (BETWEEN.has(this.#held[start] ?? OPEN)) start += 1;
    this.#held = this.#held.subarray(start);
    if (this.#held.length === 0 || this.#held[0] === OPEN) {
      return this.#held.length === 0 ? undefined : 0;
    }
    const end = this.#held.findIndex((byte) => byte === OPEN || byte === LF || byte === CR);
    if (end !== -1) return end;
    return this.#held.length > LONGEST_OBJECT_BYTES ? this.#held.length : undefined;
  }

  /** The end of the object, or the start of another if this one is torn. */
  #findObjectEnd(): number | undefined {
    const bytes = this.#held;
    const look = this.#look;
    for (; look.at < bytes.length; look.at += 1) {
      const byte = bytes[look.at] ?? 0;
      if (look.at >= LONGEST_OBJECT_BYTES || !goOn(look, byte)) return this.#findNextStart();
      if (look.depth === 0) return look.at + 1;
    }
    return undefined;
  }

  /** Junk ends where an object could begin, at the latest at the first wrong byte. */
  #findNextStart(): number {
    const next = this.#held.indexOf(OPEN, 1);
    return next === -1 ? this.#look.at : Math.min(next, this.#look.at);
  }
}

function beginLook(): Look {
  return { at: 0, depth: 0, isInText: false, last: 0 };
}

/** Takes one more byte; false when it cannot be part of a JSON object. */
function goOn(look: Look, byte: number): boolean {
  if (look.isInText) {
    if (byte === BACKSLASH) look.last = look.last === BACKSLASH ? QUOTE : BACKSLASH;
    else if (byte === QUOTE && look.last !== BACKSLASH) look.isInText = false;
    else look.last = QUOTE;
    return byte !== LF && byte !== CR;
  }
  const before = look.last;
  if (byte === LF || byte === CR) {
    // A value is on the line of its name.
    return before !== COLON;
  }
  if (byte === 0x20 || byte === 0x09) return true;
  look.last = byte;
  if (byte === OPEN) {
    look.depth += 1;
    return look.depth === 1 || (before === COLON && look.depth <= DEEPEST);
  }
  if (byte === CLOSE) look.depth -= 1;
  if (before === QUOTE) return AFTER_TEXT.has(byte);
  if (byte === QUOTE) look.isInText = true;
  return before !== OPEN || byte === CLOSE || byte === QUOTE;
}
