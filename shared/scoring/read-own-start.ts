import { err, ok, type Result } from '../model/outcome.ts';
import { quoteGiven } from '../model/text-rules.ts';
import { findStartMs } from '../model/wall-clock.ts';
import { OFFSET } from './own-start.ts';

const MOMENT = /^\d{4}(-\d\d){5}$/;

/** Whether this can be read as an own start; empty means none. */
export function isOwnStart(text: string): boolean {
  if (text === '') return true;
  return OFFSET.test(text) || (MOMENT.test(text) && findStartMs(text, 'UTC') !== undefined);
}

const CLOCK = /^(?:(\d{4})-(\d\d?)-(\d\d?)[ T-]+)?(\d\d?)[:.-](\d\d)(?:[:.-](\d\d))?$/;

/**
 * Reads an own start as people type it, into its kept form: `+0:30`, `11:05:30` on `day`, or a whole moment (RULES.md
 * ST13). `day` is that of the race, `2026-06-20`, or empty while unknown. Fails with what to write.
 */
export function readOwnStart(typed: string, day: string): Result<string, string> {
  const text = typed.trim().replace(/^[−–]/, '-');
  if (isOwnStart(text)) return ok(text);
  const [, year, month = '', date = '', ...time] = CLOCK.exec(text) ?? [];
  const [hours, minutes, seconds = '00'] = time;
  // `0:30` may be meant as a span.
  const isSpan = year === undefined && time[2] === undefined && hours?.length === 1;
  if (hours === undefined || minutes === undefined || isSpan) return fail(typed);
  if (year === undefined && day === '') {
    return err(
      `On which day ${quoteGiven(text)} is, is not known before the race has a start: set that first, or write it as 2026-06-20 11:05:30.`,
    );
  }
  const on = year === undefined ? day : [year, pad(month), pad(date)].join('-');
  const moment = [on, pad(hours), minutes, seconds].join('-');
  return isOwnStart(moment) ? ok(moment) : fail(typed);
}

function fail(typed: string): Result<string, string> {
  return err(
    `The own start ${quoteGiven(typed)} is none: write a time of day, 11:05:30, or how long after the gun, +0:30.`,
  );
}

function pad(digits: string): string {
  return digits.padStart(2, '0');
}
