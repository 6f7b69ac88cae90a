import { parseJsonObject } from '#shared/model/json-object.ts';
import type { ReaderCondition } from '#shared/model/scan.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';
import { HOUR_MS, SECOND_MS } from '#shared/model/time.ts';

import {
  badLine,
  type LineFormat,
  type LineResult,
  parseBlankOrComment,
  type ReaderParts,
} from './line-format.ts';
import { type NumberedCommands, NumberedDialogue } from './numbered-dialogue.ts';
import { ClockQuestion, readChip } from './read-fields.ts';

const RECORD_FORM = /^\d+;[^;]*;\d{4}-\d\d-\d\d;\d\d:\d\d:\d\d/;
const TIME_FORM = /^\d\d:\d\d:\d\d\.\d{3,}$/;
/** A line with fewer fields was cut, unless it has four and its time has all digits. */
const LEAST_FIELDS = 7;
const LAST_TIME_FORM = /\.\d{6}$/;
const DATE_FORM = /^\d{4}-\d\d-\d\d$/;
const JSON_FORM = /^\s*\{.*"Passing"\s*:\s*\{/;
/** `GETSTATUS;…`, `STARTOPERATION;OK;…`, `ONLY 12`: the decoder's messages to its clients. */
const ANSWER_FORM = /^(?:(?:GET|SET|START|STOP)[A-Z]+|PASSINGS|PING|ONLY)(?:[; ]|$)/;

const COMMANDS: NumberedCommands = {
  series: 'raceresult',
  hello: 'SETPROTOCOL;<=2.6',
  opening: ['GETSTATUS', 'SETPUSHPASSINGS;1;0'],
  questions: ['GETSTATUS'],
  fetch: (first, count) => `${first}:${count}`,
};
/** Below this the battery does not last a day. */
const LOW_PERCENT = 20;
const TEST_MODE = 'in test mode, in which it keeps no passings';

/**
 * Passings of RACE RESULT: the lines of a decoder or of its files, `number;chip;date;time;…` with 7 to 20 fields, or 4
 * and microseconds, with `#P;` in front where they are pushed; and the JSON records of the raw data exporter, one a
 * line. A decoder whose clock was not set counts from day 0, which is invalid.
 */
export const RACERESULT: LineFormat = {
  name: 'raceresult',
  recognises: (line) => RECORD_FORM.test(withoutPush(line)) || JSON_FORM.test(line),
  takesAll: true,
  createParser(parts) {
    const dialogue = new NumberedDialogue(COMMANDS, parts.marks);
    const question = new ClockQuestion(parts);
    let isInTestMode = false;
    const parseStatus = (line: string): LineResult => {
      const [, date = '', time = '', , , isInOperation, , , , , charge = ''] = line.split(';');
      const aheadMs = question.compare(`${date} ${time}`);
      const state: ReaderCondition = {
        ...(/^\d{1,3}$/.test(charge) && {
          battery: `${charge} %`,
          isBatteryLow: Number(charge) <= LOW_PERCENT,
        }),
        ...(aheadMs !== undefined && { aheadMs }),
      };
      const isNew = isInOperation === '0' && !isInTestMode;
      isInTestMode = isInOperation === '0';
      return { kind: 'frame', state, ...(isNew && { note: TEST_MODE }) };
    };
    return {
      // A list of JSON records is cut around each of them.
      framing: 'guess',
      parse(text) {
        const line = withoutPush(text);
        if (line === '') return dialogue.endBlock();
        const skipped = parseBlankOrComment(line);
        if (skipped) return skipped;
        if (line.startsWith('GETSTATUS;')) return parseStatus(line);
        if (ANSWER_FORM.test(line)) return dialogue.answer(line);
        if (line.startsWith('{')) return parseJsonRecord(line, parts);
        return dialogue.place(Number.parseInt(line, 10), parseRecord(line, parts));
      },
      greet: () => question.ask(dialogue.greet()),
      ping: () => question.ask(dialogue.ping()),
    };
  },
};

function withoutPush(line: string): string {
  return line.trim().replace(/^#P;/, '');
}

function parseRecord(line: string, parts: ReaderParts): LineResult {
  const fields = line.split(';');
  const [number = '', chip = '', date = '', time = '', ...more] = fields;
  const isCut = fields.length < LEAST_FIELDS && !(fields.length === 4 && LAST_TIME_FORM.test(time));
  if (!/^\d{1,12}$/.test(number) || !TIME_FORM.test(time) || isCut) {
    return badLine(`${quoteGiven(line)} is not a passing`);
  }
  if (more.some((field) => DATE_FORM.test(field)))
    return badLine('is several lines that ran together');
  if (date.startsWith('0000-')) {
    return badLine('has no date: nobody had set the clock of the decoder');
  }
  return readChip(chip, `${date} ${time}`, parts);
}

function parseJsonRecord(line: string, parts: ReaderParts): LineResult {
  const record = parseJsonObject(line);
  const passing = record?.['Passing'];
  if (!record || typeof passing !== 'object' || passing === null) {
    return badLine('not a JSON record of a passing');
  }
  const { Transponder, UTCTime, IsMarker } = passing as Readonly<Record<string, unknown>>;
  if (record['Invalid'] === true) return badLine('is marked as invalid');
  if (IsMarker === true) return badLine('is a marker, of no chip');
  if (typeof Transponder !== 'string') return badLine('has no transponder');
  const time = readUtc(UTCTime) ?? readTimeOfDay(record['Time']);
  return time === undefined ? badLine('has no time') : readChip(Transponder, time, parts);
}

/** The moment, in UTC even without a `Z`; undefined for the year 1, which stands for no time. */
function readUtc(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^2\d{3}-/.test(value)) return undefined;
  return /(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`;
}

/** Seconds since midnight on the clock of the race. */
function readTimeOfDay(value: unknown): string | undefined {
  if (typeof value !== 'number' || !(value >= 0 && value < (24 * HOUR_MS) / SECOND_MS)) {
    return undefined;
  }
  return new Date(Math.round(value * SECOND_MS)).toISOString().slice(11, 23);
}
