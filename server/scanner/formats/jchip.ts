import { quoteGiven } from '#shared/model/text-rules.ts';
import { type DurationMs, HOUR_MS, SECOND_MS } from '#shared/model/time.ts';

import {
  badLine,
  type LineFormat,
  type LineParser,
  type LineResult,
  type ReaderParts,
} from './line-format.ts';
import { parseReadTime, readChip, spellTime } from './read-fields.ts';

/** Tag, time, counts, number, checksum, and the date if given. */
const READ_FORM =
  /^D[A-Z]([\dA-F]{1,64}) +(\d\d:\d\d:\d\d\.\d+) +\d\d +[\dA-F]+ +[\dA-F]{2}(?: +date=\d{8})?$/i;
const DATE_FORM = / date=(\d{8})$/;
const NAME_FORM = /^N\d{4}/;
const CLOCK_FORM = /^GT\d(\d{6})(\d\d)(?: +date=\d{8})?$/;
const DAY_MS = 24 * HOUR_MS;
/** The least clock error that the operator is shown. */
const MIN_REPORTED_MS = SECOND_MS;

/**
 * The lines of JChip, and of CrossMgr's bridges to other readers; they end with CR alone: `DJ41AA1DF 23:25:57.976918 10
 * 00000 C7 date=20261120`. The clock of a connected reader is requested (`GT`), and its times are corrected by the error.
 */
export const JCHIP: LineFormat = {
  name: 'jchip',
  recognises: (line) => READ_FORM.test(line.trim()) || NAME_FORM.test(line.trim()),
  createParser: (parts) => new Session(parts),
};

/** A connection, on which the clock has a constant error. */
class Session implements LineParser {
  readonly #parts: ReaderParts;
  #behindMs: DurationMs = 0;
  /** A reader that has given a date always does: a later line without one was cut. */
  #hasDates = false;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  parse(line: string): LineResult {
    if (NAME_FORM.test(line)) {
      return { kind: 'frame', note: `it is ${quoteGiven(line.slice(5).trim())}`, answer: 'GT\r' };
    }
    if (line.startsWith('GT')) return this.#takeClock(line);
    const [, tag, time = ''] = READ_FORM.exec(line) ?? [];
    const [, date = ''] = DATE_FORM.exec(line) ?? [];
    if (tag === undefined || (this.#hasDates && date === '')) {
      return badLine(`${quoteGiven(line)} is not a read`);
    }
    this.#hasDates ||= date !== '';
    const result = readChip(tag, spellTime(date, time), this.#parts);
    if (result.kind !== 'read' || result.read.timeMs === undefined) return result;
    const correctedMs = result.read.timeMs + this.#behindMs;
    const nowMs = this.#parts.now?.();
    // A wrong clock may show the time of another day.
    const timeMs =
      date !== '' || nowMs === undefined ? correctedMs : nowMs - foldToDay(nowMs - correctedMs);
    return { kind: 'read', read: { ...result.read, timeMs } };
  }

  #takeClock(line: string): LineResult {
    const [, time = '', hundredths = ''] = CLOCK_FORM.exec(line) ?? [];
    const [, date = ''] = DATE_FORM.exec(line) ?? [];
    this.#hasDates ||= date !== '';
    const shownMs = parseReadTime(spellTime(date, time + hundredths), this.#parts.clock);
    if (shownMs === undefined) return badLine(`${quoteGiven(line)} is not the time of a clock`);
    // The present time is unrelated to the lines of a file.
    const nowMs = this.#parts.now?.();
    if (nowMs !== undefined) {
      this.#behindMs = date === '' ? foldToDay(nowMs - shownMs) : nowMs - shownMs;
    }
    return { kind: 'frame', note: describeClock(this.#behindMs), answer: 'S0000\r' };
  }
}

/** The difference of two times of day: at most twelve hours either way. */
function foldToDay(ms: DurationMs): DurationMs {
  return ms - Math.round(ms / DAY_MS) * DAY_MS;
}

function describeClock(behindMs: DurationMs): string | undefined {
  if (Math.abs(behindMs) < MIN_REPORTED_MS) return undefined;
  const seconds = (Math.abs(behindMs) / SECOND_MS).toFixed(1);
  return `its clock is ${seconds} s ${behindMs > 0 ? 'behind' : 'ahead'}: its times are moved by as much`;
}
