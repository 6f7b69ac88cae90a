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
