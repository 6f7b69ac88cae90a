import { quoteGiven } from '#shared/model/text-rules.ts';

import { badLine, type LineFormat, type LineResult, type ReaderParts } from './line-format.ts';
import { readChip, spellTime, sumOf } from './read-fields.ts';

/** Reader 2, tag 12, counters 4, date 6, time 6, hundredths 2 in hexadecimal. */
const READ_FORM =
  /^aa[\da-f]{2}([\da-f]{12})[\da-f]{4}(\d\d(?:0[1-9]|1[0-2])[0-3]\d)([0-2]\d[0-5]\d[0-5]\d)([0-5][\da-f]|6[0-3])/i;
/** Without the checksum of two characters; the longer form has three bytes more before it. */
const READ_LENGTHS = [34, 40] as const;
/** `ab` or `ac`, reader, number of bytes, instruction. */
const CONTROL_FORM = /^a[bc][\da-f]{2}([\da-f]{2})[\da-f]{2}/i;

/**
 * Reads of IPICO Lite and Elite, live and in their files, `aa` with 36 characters in all, 42 in the
 * longer form, followed by `FS` or `LS` (first seen, last seen) in some files. Joined lines are
 * split; control frames, `ab` and `ac`, are skipped.
 */
export const IPICO: LineFormat = {
  name: 'ipico',
  recognises: (line) => findReadLength(line.trim()) !== undefined,
  createParser: (parts) => ({ parse: (line) => parseLine(line, parts) }),
};

function parseLine(line: string, parts: ReaderParts): LineResult {
  const results: LineResult[] = [];
  let junkFrom = 0;
  const endJunk = (at: number): void => {
    const junk = line.slice(junkFrom, at).trim();
    if (junk !== '')
      results.push(badLine(`${quoteGiven(junk)} is not a read, or not with its checksum`));
  };
  for (let at = 0; at < line.length;) {
    const rest = line.slice(at);
    const readLength = findReadLength(rest);
    const length = readLength ?? findControlLength(rest);
    if (length === undefined) {
      at += 1;
      continue;
    }
    endJunk(at);
    if (readLength !== undefined) results.push(parseRead(rest, parts));
    at += length;
    junkFrom = at;
  }
  endJunk(line.length);
  return { kind: 'frame', parts: results };
}

/** The length of the read at the start of a text, including `FS` and `LS`; undefined without one. */
function findReadLength(text: string): number | undefined {
  if (!READ_FORM.test(text)) return undefined;
  const lengths = READ_LENGTHS.filter((length) => hasChecksum(text, length)).map((length) => {
    const end = length + 2;
    return /^(?:FS|LS)/i.test(text.slice(end)) ? end + 2 : end;
  });
  // Both lengths can match a checksum by chance: then the length that another frame follows counts.
  return lengths.find((length) => /^(?:a[abc]|\s*$)/i.test(text.slice(length))) ?? lengths[0];
}

function findControlLength(text: string): number | undefined {
  const bytes = CONTROL_FORM.exec(text)?.[1];
  if (bytes === undefined) return undefined;
  const length = 8 + 2 * Number.parseInt(bytes, 16);
  return hasChecksum(text, length) ? length + 2 : undefined;
}

/** Whether the two characters at `length` are the checksum of those after the first two. */
function hasChecksum(text: string, length: number): boolean {
  return text.slice(length, length + 2).toUpperCase() === sumOf(text.slice(2, length));
}

function parseRead(text: string, parts: ReaderParts): LineResult {
  const [, tag = '', date = '', time = '', hundredths = ''] = READ_FORM.exec(text) ?? [];
  const fraction = String(Number.parseInt(hundredths, 16)).padStart(2, '0');
  return readChip(tag, `${spellTime(date, time)}.${fraction}`, parts);
}
