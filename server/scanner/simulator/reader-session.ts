import type { EpochMs } from '#shared/model/time.ts';
import { zoneOffsetMs } from '#shared/model/wall-clock.ts';

import type { WrittenRead } from './encodings.ts';

/** A reader that is made up: its clock and what it has read, the read with number 1 first. */
export class ReaderMemory {
  /** Up to which of its reads it knows, or believes, that they are taken in. */
  handed = 0;
  readonly reads: WrittenRead[] = [];
  readonly now: () => EpochMs;
  readonly #zone: string;

  constructor(zone: string, now: () => EpochMs) {
    this.#zone = zone;
    this.now = now;
  }

  /** What its clock shows, `2026-06-20 11:32:05.120`. */
  get wall(): string {
    return this.#wallAt(this.now());
  }

  /** A band crosses the mat now. */
  read(band: number): void {
    const timeMs = this.now();
    this.reads.push({ band, timeMs, wall: this.#wallAt(timeMs) });
  }

  /** Its reads from one number to another, both included and as far as there are any, as it writes them. */
  write(from: number, to: number, encode: (read: WrittenRead, number: number) => string): string {
    const first = Math.max(from, 1);
    return this.reads
      .slice(first - 1, Math.max(to, 0))
      .map((read, index) => encode(read, first + index))
      .join('');
  }

  /** Tenths of a millisecond are nothing to any reader: hundredths of a second are what all of them have. */
  #wallAt(timeMs: EpochMs): string {
    const shown = new Date(timeMs + zoneOffsetMs(timeMs, this.#zone)).toISOString();
    return shown.replace('T', ' ').slice(0, 23);
  }
}

/** One connection to a reader that is made up: what it says and what it answers, without a socket. */
export interface ReaderSession {
  /** What it says as soon as it is connected. */
  readonly greeting: string;
  /** What it answers to what it hears, wherever that is cut. */
  hear(text: string): string;
  /** What it says unasked of what it has read since. */
  tell(): string;
}

/** Gives each whole command, up to one of `ends`, to `answer`, and puts the answers together. */
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
