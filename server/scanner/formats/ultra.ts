import { isRaceMoment } from '#shared/model/instant.ts';
import type { ReaderState } from '#shared/model/reader-state.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';

import type { ReadClock } from '../clock/read-clock.ts';
import {
  badLine,
  createFileContext,
  type LineFormat,
  type LineParser,
  type LineResult,
  parseBlankOrComment,
  SKIP,
} from './line-format.ts';
import { ClockQuestion, type ReaderParts } from './reader-fields.ts';
import { UltraDialogue } from './ultra-dialogue.ts';

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
  namesPoint: false,
  recognises: (line) => READ_FORM.test(line.trim()) || line.trim().startsWith('Connected,'),
  createParser,
};

function createParser(clock: ReadClock, context = createFileContext()): LineParser {
  const parts = { ...context, clock };
  const dialogue = new UltraDialogue(parts);
  const question = new ClockQuestion(parts);
  let reportedVolts = '';
  return {
    greet: () => question.ask(ASK_TIME) + dialogue.greet(),
    ping: () => (dialogue.isOpen ? question.ask(ASK_TIME) + dialogue.ping() : undefined),
    parse(text) {
      const skipped = parseBlankOrComment(text);
      if (skipped) return skipped;
      const line = text.trim();
      const volts = /^V=(\d{1,3}(?:\.\d+)?)$/.exec(line)?.[1];
      if (volts !== undefined) {
        const isNew = Math.round(Number(volts)) !== Math.round(Number(reportedVolts));
        if (isNew) reportedVolts = volts;
        return describeBattery(volts, isNew);
      }
      const shown = TIME_FORM.exec(line);
      if (shown) return { kind: 'frame', state: describeClock(question.hear(toDateTime(shown))) };
      if (STATUS_FORM.test(line)) return SKIP;
      const [, , , , isRewound, number] = READ_FORM.exec(line) ?? [];
      const result = parseRead(line, parts);
      return number === undefined
        ? result
        : dialogue.place(Number(number), isRewound === '1', result);
    },
  };
}

function toDateTime([, ...fields]: RegExpExecArray): string {
  const [hours, minutes, seconds, day, month, year] = fields.map((field) => field.padStart(2, '0'));
  return `${year}-${month}-${day} ${hours}:${minutes}:${seconds}`;
}

function describeClock(aheadMs: DurationMs | undefined): ReaderState {
  return aheadMs === undefined ? {} : { aheadMs };
}

function parseRead(line: string, { clock, chips }: ReaderParts): LineResult {
  const [, chip, seconds, ms] = READ_FORM.exec(line) ?? [];
  if (chip === undefined) return badLine(`${quoteGiven(line)} is not a read of 12 fields`);
  const shownMs = FIRST_MS + Number(seconds) * SECOND_MS + Number(ms);
  if (!isRaceMoment(shownMs)) return badLine(`${quoteGiven(seconds ?? '')} is not a time`);
  const bandId = chips.find(chip);
  if (bandId === undefined) return chips.refuse(chip);
  const timeMs = clock.fromWallClock(shownMs);
  return { kind: 'read', read: { bandId, timeMs, points: undefined } };
}

/** The box reports it every few seconds; the operator sees changes of the full volts. */
function describeBattery(volts: string, isNew: boolean): LineResult {
  const isBatteryLow = Number(volts) < LOW_VOLTS;
  const battery = `${volts} V`;
  const note = `battery ${battery}${isBatteryLow ? ', low' : ''}`;
  return { kind: 'frame', state: { battery, isBatteryLow }, ...(isNew ? { note } : {}) };
}
