import { isRaceMoment } from '#shared/model/instant.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';
import { SECOND_MS } from '#shared/model/time.ts';

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
import type { ReaderParts } from './reader-fields.ts';

const READ_FORM =
  /^\d+,([\dA-F]{1,64}),(\d{9,10}),(\d{1,3}),\d{1,3},-?\d{1,4},[01],\d+,\d+,[^,]*,[^,]*,\d+$/i;
/** `Connected,…`, settings (`U…`, `S=…`) and the clock. */
const STATUS_FORM = /^(?:Connected|[SU][\d=])/;
const FIRST_MS = Date.UTC(1980, 0, 1);
/** Volts below which the box asks for another battery. */
const LOW_VOLTS = 23;

/**
 * Reads of RFID Race Timing Ultra and Joey:
 * `0,chip,seconds,ms,antenna,RSSI,rewound,reader,box,reader time,start time,log number`, the seconds
 * since 1980 on the wall clock of the box.
 */
export const ULTRA: LineFormat = {
  name: 'ultra',
  namesPoint: false,
  recognises: (line) => READ_FORM.test(line.trim()) || line.trim().startsWith('Connected,'),
  createParser,
};

function createParser(clock: ReadClock, context = createFileContext()): LineParser {
  const parts = { ...context, clock };
  return {
    parse(text) {
      const skipped = parseBlankOrComment(text);
      if (skipped) return skipped;
      const line = text.trim();
      const volts = /^V=(\d{1,3}(?:\.\d+)?)$/.exec(line)?.[1];
      if (volts !== undefined) return describeBattery(volts);
      return STATUS_FORM.test(line) ? SKIP : parseRead(line, parts);
    },
  };
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

function describeBattery(volts: string): LineResult {
  const isLow = Number(volts) < LOW_VOLTS;
  return { kind: 'frame', note: `battery ${volts} V${isLow ? ', low' : ''}` };
}
