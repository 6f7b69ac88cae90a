import type { Framing } from './formats/line-format.ts';

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const DOLLAR = 0x24;
const OPEN_LIST = 0x5b;
const BYTE_ORDER_MARK = '\uFEFF';

/** No reader writes longer lines; a broken one must not fill the memory. */
export const LONGEST_LINE_BYTES = 4_096;
/** A frame of 100 passings with all fields has some 20,000. */
export const LONGEST_FRAME_BYTES = 65_536;
/** Ten times the objects that readers send. */
const LONGEST_OBJECT_BYTES = 16_384;

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
  readonly cut: (bytes: Buffer) => Cut | undefined;
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
    for (let found = cut(bytes); found; found = cut(bytes)) {
      const { from, to, next } = found;
      if (to > from || this.#framing !== 'objects')
        lines.push(this.#take(bytes.subarray(from, to)));
      this.#endedWithCr =
        this.#framing === 'lines' && next === bytes.length && next === to + 1 && bytes[to] === CR;
      bytes = bytes.subarray(next);
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

const TEXT = String.raw`"(?:[^"\\\r\n]|\\[^\r\n])*"`;
/** Inside another one an object is the value of a name on its line. */
const nest = (inner: string): string => String.raw`\{(?:${TEXT}|[^"{}]|(?<=:[ \t]*)${inner})*\}`;
/** Readers nest two deep. */
const OBJECT = new RegExp(String.raw`(?<!"[ \t]*:[ \t]*)${nest(nest(nest('(?!)')))}`, 'g');
const JUNK_END = /[\r\n{]/g;

/**
 * Cuts off the first JSON object, one a line or in lists. A torn one spoils no other: once a complete one follows, each
 * line of what is before it is junk, which is cut off as a frame of its own.
 */
function cutObject(bytes: Buffer): Cut | undefined {
  const text = bytes.toString('latin1', 0, 2 * LONGEST_OBJECT_BYTES);
  const from = text.search(/[^\s,[\]]|$/);
  const isTooLong = text.length - from > LONGEST_OBJECT_BYTES;
  const isOpen = text[from] === '{';
  const object = isOpen ? findFrom(OBJECT, text, from) : undefined;
  let to: number | undefined;
  if (object?.index === from) to = from + object[0].length;
  else if (object || !isOpen) {
    to = findFrom(JUNK_END, text, from + 1)?.index ?? (isTooLong ? text.length : undefined);
  } else if (isTooLong) to = Math.max(text.lastIndexOf('{'), from + 1);
  if (to === undefined && from === 0) return undefined;
  return { from, to: to ?? from, next: to ?? from };
}

function findFrom(form: RegExp, text: string, from: number): RegExpExecArray | undefined {
  form.lastIndex = from;
  return form.exec(text) ?? undefined;
}
