import { quoteGiven } from '#shared/model/text-rules.ts';

import {
  badLine,
  type LineFormat,
  type LineResult,
  parseBlankOrComment,
  type ReaderParts,
  SKIP,
} from './line-format.ts';
import { type NumberedCommands, NumberedDialogue } from './numbered-dialogue.ts';
import { ClockQuestion, readChip, spellTime } from './read-fields.ts';

/** `no;MC;00001;date;time;antenna;hits;code`. */
const PASSING_FORM =
  /^\d+;(?<kind>[A-Z]{2});(?<number>\d{1,12});(?<date>\d{4}-\d\d-\d\d);(?<time>\d\d:\d\d:\d\d(?:\.\d+)?);\d+;\d+;[\dA-Za-z]{0,8}$/;
/** `DM00328;2020/03/15;in;out;antenna;hits`. */
const OCELOT_FORM =
  /^(?<kind>[A-Z]{2})(?<number>\d{1,12});(?<date>\d{4}\/\d\d\/\d\d);\d\d:\d\d:\d\d(?:\.\d+)?;(?<time>\d\d:\d\d:\d\d(?:\.\d+)?);\d+;\d+$/;
/** `MC00001D20150414T120755416T120758010A1R034TV`: chip, date, in, out. */
const PACKED_FORM =
  /^(?<kind>[A-Z]{2})(?<number>\d{5})D(?<date>\d{8})T\d{9}T(?<time>\d{9})A\d+R\d+[A-Z]*$/;
const FORMS = [PASSING_FORM, OCELOT_FORM, PACKED_FORM];
const CLOUD_HEADER = /^passing;bib;date_time;.*\bchip\b/;
/** Headers of files, and the reader's answers. */
const STATUS_FORM =
  /^(?:ID\d+-\d{8}-|VOIDTAG|CONECTADO_|(?:(?:GET|SET|LIST|READ|PUSH)[A-Z]+|PASSINGS|PING|START|STOP|NEWFILE)(?:;|$))/;
const COMMANDS: NumberedCommands = {
  series: 'macsha',
  hello: 'PUSHTAGS;true',
  opening: ['GETTIME'],
  questions: ['GETTIME'],
  fetch: (first, count) => `GETPASSINGS;${first};${first + count - 1}`,
};
const TIME_FORM = /^GETTIME;(\d{4}-\d\d-\d\d);(\d\d:\d\d:\d\d(?:\.\d+)?)$/;
/** Kinds of chip whose code contains their printed number. */
const NUMBERED_FORM = /^(?:MC|DM)(\d{1,12})$/;

/**
 * Lines of Macsha One4All and Ocelot in their four forms. Where both times are given, a read is of the time the chip left
 * the mat. `MC00001` is a chip if the chip file has it, else the number 1.
 */
export const MACSHA: LineFormat = {
  name: 'macsha',
  recognises: (line) => [...FORMS, CLOUD_HEADER].some((form) => form.test(line.trim())),
  takesAll: true,
  createParser(parts) {
    const dialogue = new NumberedDialogue(COMMANDS, parts.marks);
    const question = new ClockQuestion(parts);
    let columns: readonly string[] | undefined;
    return {
      greet: () => question.ask(dialogue.greet()),
      ping: () => question.ask(dialogue.ping()),
      parse(text) {
        const line = text.trim();
        if (line === '') return dialogue.endBlock();
        const skipped = parseBlankOrComment(text);
        if (skipped) return skipped;
        const [, date, time] = TIME_FORM.exec(line) ?? [];
        const aheadMs = date === undefined ? undefined : question.compare(`${date} ${time}`);
        if (aheadMs !== undefined) return { kind: 'frame', state: { aheadMs } };
        if (CLOUD_HEADER.test(line)) {
          columns = line.split(';');
          return SKIP;
        }
        if (STATUS_FORM.test(line)) return dialogue.answer(line);
        if (columns) return parseCloudRow(line, columns, parts);
        const result = parseReaderLine(line, parts);
        return PASSING_FORM.test(line) ? dialogue.place(Number.parseInt(line, 10), result) : result;
      },
    };
  },
};

function parseReaderLine(line: string, parts: ReaderParts): LineResult {
  const read = FORMS.map((form) => form.exec(line)?.groups).find((groups) => groups);
  if (!read) return badLine(`${quoteGiven(line)} is not a read`);
  const { kind = '', number = '', date = '', time = '' } = read;
  return readNumbered(kind + number, spellTime(date, time), parts);
}

function parseCloudRow(line: string, columns: readonly string[], parts: ReaderParts): LineResult {
  const cells = line.split(';');
  if (cells.length !== columns.length) {
    return badLine(`${cells.length} columns, but the header has ${columns.length}`);
  }
  const cell = (name: string): string => cells[columns.indexOf(name)] ?? '';
  const zone = /^GMT([+-]\d\d:\d\d)?$/.exec(cell('timezone'));
  if (!zone) return badLine(`${quoteGiven(cell('timezone'))} is not a time zone`);
  return readNumbered(cell('chip'), `${cell('date_time')}${zone[1] ?? 'Z'}`, parts);
}

function readNumbered(chip: string, time: string, parts: ReaderParts): LineResult {
  const number = NUMBERED_FORM.exec(chip)?.[1];
  const isMapped = number === undefined || parts.chips.names(chip);
  return readChip(isMapped ? chip : number, time, parts);
}
