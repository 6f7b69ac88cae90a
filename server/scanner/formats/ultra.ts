import { isRaceMoment } from '#shared/model/instant.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';
import { HOUR_MS, SECOND_MS } from '#shared/model/time.ts';

import {
  badLine,
  type LineFormat,
  type LineResult,
  type ReaderParts,
  SKIP,
} from './line-format.ts';
import { ClockQuestion, readChip } from './read-fields.ts';

const READ_FORM =
  /^\d+,([\dA-F]{1,64}),(\d{9,10}),(\d{1,3}),\d{1,3},-?\d{1,4},([01]),\d+,\d+,[^,]*,[^,]*,(\d{1,15})$/i;
/** `Connected,…`, settings (`U…`, `S=…`) and the clock. */
const STATUS_FORM = /^(?:Connected|[SU][\d=])/;
/** The present time: `11:32:05 20-06-2026 (1)`. */
const TIME_FORM = /^(\d\d?):(\d\d?):(\d\d?) (\d\d?)-(\d\d?)-(\d{4}) \(\d*\)$/;
const ASK_TIME = 'r\n';
const FIRST_MS = Date.UTC(1980, 0, 1);
/** Volts below which the box needs another battery. */
const LOW_VOLTS = 23;

/**
 * Reads of RFID Race Timing Ultra and Joey: `0,chip,seconds,ms,antenna,RSSI,rewound,reader,box,reader time,start
 * time,log number`, with seconds since 1980 in the local time of the box.
 */
export const ULTRA: LineFormat = {
  name: 'ultra',
  recognises: (line) => READ_FORM.test(line.trim()) || line.trim().startsWith('Connected,'),
  createParser(parts) {
    const dialogue = new UltraDialogue(parts);
    const question = new ClockQuestion(parts);
    return {
      greet: () => question.ask(ASK_TIME) + dialogue.greet(),
      ping: () => (dialogue.isOpen ? question.ask(ASK_TIME) + dialogue.ping() : ''),
      parse(line) {
        const volts = /^V=(\d{1,3}(?:\.\d+)?)$/.exec(line)?.[1];
        if (volts !== undefined) {
          const isBatteryLow = Number(volts) < LOW_VOLTS;
          return { kind: 'frame', state: { battery: `${volts} V`, isBatteryLow } };
        }
        const shown = TIME_FORM.exec(line);
        if (shown) {
          const aheadMs = question.compare(toDateTime(shown));
          return { kind: 'frame', state: aheadMs === undefined ? {} : { aheadMs } };
        }
        if (STATUS_FORM.test(line)) return SKIP;
        const [, , , , isRewound, number] = READ_FORM.exec(line) ?? [];
        const result = parseRead(line, parts);
        return number === undefined
          ? result
          : dialogue.place(Number(number), isRewound === '1', result);
      },
    };
  },
};

function toDateTime([, ...fields]: RegExpExecArray): string {
  const [hours, minutes, seconds, day, month, year] = fields.map((field) => field.padStart(2, '0'));
  return `${year}-${month}-${day} ${hours}:${minutes}:${seconds}`;
}

function parseRead(line: string, parts: ReaderParts): LineResult {
  const [, chip, seconds, ms] = READ_FORM.exec(line) ?? [];
  if (chip === undefined) return badLine(`${quoteGiven(line)} is not a read of 12 fields`);
  const shownMs = FIRST_MS + Number(seconds) * SECOND_MS + Number(ms);
  if (!isRaceMoment(shownMs)) return badLine(`${quoteGiven(seconds ?? '')} is not a time`);
  return readChip(chip, shownMs, parts);
}

const SERIES = 'ultra';
/** The part of the log that a scanner without a mark requests: all of the log is older than the race. */
const RECENT_MS = 12 * HOUR_MS;
/** Higher than any number or second of a log. */
const END = 4_294_967_295;
/** A read still missing after this many requests does not exist. */
const MOST_REQUESTS = 6;

/**
 * The dialogue of a connected scanner with an Ultra (SCANNER.md SN36). Its reads are numbered in its log, and it
 * repeats those requested by number or by time, without a sign of the end. A connection with a known number requests
 * all after it; the first of a run requests the reads of the last twelve hours, and counts from the first of those. A
 * gap is requested at once, and again with each ping until it is closed.
 */
class UltraDialogue {
  readonly #parts: ReaderParts;
  #isOpen = false;
  /** The last read before a gap; undefined until a requested one arrives. */
  #last: number | undefined;
  #highest = 0;
  #lastLive = 0;
  #hasStartedAgain = false;
  #requests = 0;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
    this.#last = parts.marks.get(SERIES);
  }

  greet(): string {
    this.#isOpen = true;
    return this.#last === undefined
      ? this.#requestRecent()
      : this.#requestRange(this.#last + 1, END);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  ping(): string {
    if (this.#last === undefined || this.#highest <= this.#last) return '';
    if (this.#requests < MOST_REQUESTS) return this.#requestRange(this.#last + 1, this.#highest);
    this.#last = this.#highest;
    this.#requests = 0;
    return '';
  }

  /** Completes the result of the read with this number in the log. */
  place(number: number, isRewound: boolean, result: LineResult): LineResult {
    if (!this.#isOpen) return result;
    if (!isRewound && this.#startsAgain(number)) {
      this.#last = undefined;
      this.#highest = number;
      return { kind: 'frame', parts: [result], answer: this.#requestRecent() };
    }
    const hadGap = this.#last !== undefined && this.#highest > this.#last;
    this.#highest = Math.max(this.#highest, number);
    const isNext = this.#last === undefined ? isRewound : number === this.#last + 1;
    if (isNext) {
      this.#last = number;
      this.#requests = 0;
      return { kind: 'frame', parts: [result], mark: { series: SERIES, number } };
    }
    if (this.#last === undefined || number <= this.#last || hadGap) return result;
    return { kind: 'frame', parts: [result], answer: this.#requestRange(this.#last + 1, number) };
  }

  /** Whether the log was cleared, so that numbers start again. Acted on once a connection, since it costs a full request. */
  #startsAgain(number: number): boolean {
    const isLower = number < this.#lastLive;
    this.#lastLive = number;
    if (!isLower || this.#hasStartedAgain) return false;
    this.#hasStartedAgain = true;
    return true;
  }

  #requestRecent(): string {
    const nowMs = this.#parts.now?.() ?? 0;
    const shownMs = 2 * nowMs - this.#parts.clock.fromWallClock(nowMs) - RECENT_MS;
    return this.#request('8', Math.max(0, Math.floor((shownMs - FIRST_MS) / SECOND_MS)), END);
  }

  #requestRange(first: number, last: number): string {
    return this.#request('6', first, last);
  }

  /** Some boxes want two zeros in a request, others two zero bytes: the forms alternate. */
  #request(command: '6' | '8', from: number, to: number): string {
    this.#requests += 1;
    return this.#requests % 2 === 1
      ? `${command}\0\0${from}\r${to}\r`
      : `${command}00${from}\r${to}\n`;
  }
}
