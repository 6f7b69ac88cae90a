import type { Line, Splitter } from './framing.ts';

/** Objects that readers send are a tenth of this. */
const LONGEST_OBJECT_BYTES = 16_384;
/** Readers nest two deep. Deeper input is broken, and scanning it again must cost little. */
const DEEPEST = 8;

const OPEN = 0x7b;
const CLOSE = 0x7d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const LF = 0x0a;
const CR = 0x0d;
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
 * Cuts bytes into JSON objects, one a line or in lists, wherever the chunks end. A torn one spoils no other: where an
 * object cannot go on as JSON, everything before the next `{` is junk, and the next object begins there.
 */
export class ObjectSplitter implements Splitter {
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

  /** Junk ends where an object could begin, at the latest where this one went wrong. */
  #findNextStart(): number {
    const next = this.#held.indexOf(OPEN, 1);
    return next === -1 ? this.#look.at : Math.min(next, this.#look.at);
  }
}

function beginLook(): Look {
  return { at: 0, depth: 0, isInText: false, last: 0 };
}

/** Takes one more byte; false when no JSON object goes on like this. */
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
