import type { Framing } from './formats/line-format.ts';

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const DOLLAR = 0x24;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const BYTE_ORDER_MARK = '\uFEFF';

/** No reader writes longer lines; a broken one must not fill the memory. */
export const LONGEST_LINE_BYTES = 4_096;
/** A frame of 100 passings with all fields has some 20,000. */
export const LONGEST_FRAME_BYTES = 65_536;
/** Ten times the objects that readers send. */
const LONGEST_OBJECT_BYTES = 16_384;
/** Readers nest two deep. */
const DEEPEST = 8;

/** A line or frame without its end, counted from 1; `text` is undefined when it is too long. */
export interface Line {
  readonly number: number;
  readonly text: string | undefined;
}

/** Where the first frame of some bytes is, and where the next one begins. */
interface Cut {
  readonly from: number;
  readonly to: number;
  readonly next: number;
}

interface FramingRules {
  readonly longestBytes: number;
  /** Whether the bytes after the last end are a frame at the end of a file. */
  readonly endsWithFile: boolean;
  /** Undefined while the first frame has not ended. */
  readonly cut: (bytes: Buffer, object: ObjectState) => Cut | undefined;
}

const LINES: FramingRules = {
  longestBytes: LONGEST_LINE_BYTES,
  endsWithFile: true,
  cut(bytes) {
    let to = 0;
    while (to < bytes.length && !isLineEnd(bytes[to])) to += 1;
    if (to === bytes.length) return undefined;
    return { from: 0, to, next: to + (bytes[to] === CR && bytes[to + 1] === LF ? 2 : 1) };
  },
};

const RULES: Readonly<Record<Framing, FramingRules>> = {
  lines: LINES,
  guess: { ...LINES, cut: () => undefined },
  // Frames such as those of MYLAPS.
  dollars: {
    longestBytes: LONGEST_FRAME_BYTES,
    endsWithFile: false,
    cut(bytes) {
      const to = bytes.indexOf(DOLLAR);
      return to === -1 ? undefined : { from: 0, to, next: to + 1 };
    },
  },
  objects: { longestBytes: LONGEST_OBJECT_BYTES, endsWithFile: false, cut: cutObject },
};

/**
 * Cuts bytes into lines (at LF, CRLF or CR), frames or JSON objects, wherever the chunks end. Bytes that are not UTF-8
 * become U+FFFD, which no wristband number, point or time contains.
 */
export class Splitter {
  #framing: Framing;
  /** The bytes since the last end: a copy, since a view would keep the whole chunk in memory. */
  #rest: Buffer = Buffer.alloc(0);
  #isTooLong = false;
  #endedWithCr = false;
  #object = beginObject();
  #number = 0;

  constructor(framing: Framing = 'lines') {
    this.#framing = framing;
  }

  get longestBytes(): number {
    return RULES[this.#framing].longestBytes;
  }

  get endsWithFile(): boolean {
    return RULES[this.#framing].endsWithFile;
  }

  push(chunk: Uint8Array): Line[] {
    // The LF of a line that was complete with its CR.
    const isLateLf = this.#endedWithCr && chunk[0] === LF;
    if (chunk.length > 0) this.#endedWithCr = false;
    let bytes = Buffer.concat([this.#rest, isLateLf ? chunk.subarray(1) : chunk]);
    if (this.#framing === 'guess') this.#framing = guessFraming(bytes);
    const { cut, longestBytes } = RULES[this.#framing];
    const lines: Line[] = [];
    for (let found = cut(bytes, this.#object); found; found = cut(bytes, this.#object)) {
      const { from, to, next } = found;
      if (to > from || this.#framing !== 'objects')
        lines.push(this.#take(bytes.subarray(from, to)));
      this.#endedWithCr =
        this.#framing === 'lines' && next === bytes.length && next === to + 1 && bytes[to] === CR;
      bytes = bytes.subarray(next);
      this.#object = beginObject();
    }
    this.#isTooLong ||= bytes.length > longestBytes;
    this.#rest = this.#isTooLong ? Buffer.alloc(0) : Buffer.from(bytes);
    return lines;
  }

  /** The bytes after the last end, or undefined without any. */
  end(): Line | undefined {
    if (this.#rest.length === 0 && !this.#isTooLong) return undefined;
    const line = this.#take(this.#rest);
    this.#rest = Buffer.alloc(0);
    return line;
  }

  #take(bytes: Buffer): Line {
    const isTooLong = this.#isTooLong || bytes.length > this.longestBytes;
    this.#isTooLong = false;
    this.#number += 1;
    const text = bytes.toString('utf8');
    const isMarked = this.#number === 1 && text.startsWith(BYTE_ORDER_MARK);
    return { number: this.#number, text: isTooLong ? undefined : isMarked ? text.slice(1) : text };
  }
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}

/** `name@Function@…$` before any line end is MYLAPS, `[` a list of JSON objects, and anything else is lines. */
function guessFraming(bytes: Buffer): Framing {
  const open = bytes.length > LONGEST_LINE_BYTES ? 'lines' : 'guess';
  const start = bytes.findIndex((byte) => byte > SPACE);
  if (start === -1) return open;
  if (bytes[start] === OPEN_LIST) return 'objects';
  const end = bytes.findIndex((byte, at) => at >= start && (byte === DOLLAR || isLineEnd(byte)));
  if (end === -1) return open;
  const isFrame =
    bytes[end] === DOLLAR && /^[^@]*@\w+(?:@|$)/.test(bytes.toString('utf8', start, end));
  return isFrame ? 'dollars' : 'lines';
}

/** Bytes without meaning between the objects of a list. */
const BETWEEN: ReadonlySet<unknown> = new Set([TAB, LF, CR, SPACE, COMMA, OPEN_LIST, CLOSE_LIST]);
const AFTER_TEXT: ReadonlySet<number> = new Set([COLON, COMMA, CLOSE_LIST, CLOSE]);

/**
 * Cuts off the first JSON object, one a line or in lists. A torn one spoils no other: where it stops being JSON, all
 * before the next `{` is junk, which is cut off as a frame of its own.
 */
function cutObject(bytes: Buffer, object: ObjectState): Cut | undefined {
  let from = 0;
  while (BETWEEN.has(bytes[from])) from += 1;
  const rest = bytes.subarray(from);
  const length = rest[0] === OPEN ? findObjectEnd(rest, object) : findJunkEnd(rest);
  if (length === undefined && from === 0) return undefined;
  const to = from + (length ?? 0);
  return { from, to, next: to };
}

function findJunkEnd(bytes: Buffer): number | undefined {
  const end = bytes.findIndex((byte) => byte === OPEN || isLineEnd(byte));
  if (end !== -1) return end;
  return bytes.length > LONGEST_OBJECT_BYTES ? bytes.length : undefined;
}

/** The end of the object at the start, or of the junk if it is torn. */
function findObjectEnd(bytes: Buffer, object: ObjectState): number | undefined {
  for (; object.at < bytes.length; object.at += 1) {
    const { at } = object;
    if (at >= LONGEST_OBJECT_BYTES || !accept(object, bytes[at] ?? 0)) {
      const next = bytes.indexOf(OPEN, 1);
      return next === -1 ? at : Math.min(next, at);
    }
    if (object.depth === 0) return at + 1;
  }
  return undefined;
}

/** How far an incomplete object was read: a sender of single bytes must not have it read from its start each time. */
interface ObjectState {
  at: number;
  depth: number;
  isInText: boolean;
  /** The last character outside texts that is no blank. */
  last: number;
}

function beginObject(): ObjectState {
  return { at: 0, depth: 0, isInText: false, last: 0 };
}

/** Takes one more byte; false when it cannot be part of a JSON object. */
function accept(object: ObjectState, byte: number): boolean {
  if (object.isInText) {
    if (byte === BACKSLASH) object.last = object.last === BACKSLASH ? QUOTE : BACKSLASH;
    else if (byte === QUOTE && object.last !== BACKSLASH) object.isInText = false;
    else object.last = QUOTE;
    return !isLineEnd(byte);
  }
  const before = object.last;
  // A value is on the line of its name.
  if (isLineEnd(byte)) return before !== COLON;
  if (byte === SPACE || byte === TAB) return true;
  object.last = byte;
  if (byte === OPEN) {
    object.depth += 1;
    return object.depth === 1 || (before === COLON && object.depth <= DEEPEST);
  }
  if (byte === CLOSE) object.depth -= 1;
  if (before === QUOTE) return AFTER_TEXT.has(byte);
  if (byte === QUOTE) object.isInText = true;
  return before !== OPEN || byte === CLOSE || byte === QUOTE;
}
