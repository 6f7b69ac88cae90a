import type { EpochMs } from '#shared/model/time.ts';
import { zoneOffsetMs } from '#shared/model/wall-clock.ts';

import type { WrittenRead } from './encodings.ts';

/** A simulated reader: its clock and its reads, the read with number 1 first. */
export class ReaderMemory {
  /** The number of the last read that was acknowledged, or counts as delivered. */
  handed = 0;
  readonly reads: WrittenRead[] = [];
  readonly now: () => EpochMs;
  readonly #zone: string;

  constructor(zone: string, now: () => EpochMs) {
    this.#zone = zone;
    this.now = now;
  }

  /** Its clock, `2026-06-20 11:32:05.120`. */
  get wall(): string {
    return this.#wallAt(this.now());
  }

  /** A band crosses the mat now. */
  read(band: number): void {
    const timeMs = this.now();
    this.reads.push({ band, timeMs, wall: this.#wallAt(timeMs) });
  }

  /** The encoded reads from one number to another, both inclusive. */
  write(from: number, to: number, encode: (read: WrittenRead, number: number) => string): string {
    const first = Math.max(from, 1);
    return this.reads
      .slice(first - 1, Math.max(to, 0))
      .map((read, index) => encode(read, first + index))
      .join('');
  }

  /** Returns a function that encodes the reads since its last call; the first `sent` were sent before. */
  pushAfter(sent: number, encode: (read: WrittenRead, number: number) => string): () => string {
    return () => {
      const from = sent + 1;
      sent = this.reads.length;
      return this.write(from, sent, encode);
    };
  }

  #wallAt(timeMs: EpochMs): string {
    const shown = new Date(timeMs + zoneOffsetMs(timeMs, this.#zone)).toISOString();
    return shown.replace('T', ' ').slice(0, 23);
  }
}

/** One connection to a simulated reader: its messages and answers, without a socket. */
export interface ReaderSession {
  /** Its message on connection. */
  readonly greeting: string;
  /** Its answer to input, which may be cut anywhere. */
  hear(text: string): string;
  /** Its unsolicited messages since the last call. */
  tell(): string;
}

/** Calls `answer` for each command that is complete, up to one of `ends`, and joins the answers. */
export function createHearing(
  ends: RegExp,
  answer: (command: string) => string,
): (text: string) => string {
  let held = '';
  return (text) => {
    const commands = (held + text).split(ends);
    held = commands.pop() ?? '';
    return commands.map(answer).join('');
  };
}
