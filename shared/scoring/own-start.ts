import type { Courses } from '../model/courses.ts';
import type { WaveSetup } from '../model/race-setup.ts';
import type { Runner } from '../model/runner.ts';
import { type EpochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../model/time.ts';
import { findStartMs } from '../model/wall-clock.ts';

/**
 * The wave that a runner starts with: the one that the entry names, else the first of their distance that is for
 * their category or bib; undefined where neither is (RULES.md ST12).
 */
export function findWaveOf(
  runner: Pick<Runner, 'event' | 'ageGroup' | 'bibNumber' | 'wave'>,
  courses: Courses,
): WaveSetup | undefined {
  const { waves } = courses.setup;
  if (waves.length === 0) return undefined;
  const ofEvent = waves.filter(({ distance }) => distance === runner.event);
  return (
    ofEvent.find(({ id }) => id === runner.wave) ??
    ofEvent.find(({ who }) => {
      const bib = /^\d+$/.test(runner.bibNumber) ? Number(runner.bibNumber) : undefined;
      const isInRange = who?.bibs?.some(
        ([from, to]) => bib !== undefined && from <= bib && bib <= to,
      );
      return isInRange === true || who?.categories?.includes(runner.ageGroup) === true;
    })
  );
}

/** An own start as it is typed: so long after the gun, `+0:30`, `+75:00` or `-0:05:00`, or a time on the clocks of the race. */
const OFFSET = /^([+-])(?:(\d{1,2}):([0-5]?\d)|(\d{1,2})):([0-5]\d)$/;
const MOMENT = /^\d{4}(-\d\d){5}$/;

/** Whether this can be read as an own start; empty is none. */
export function isOwnStart(text: string): boolean {
  if (text === '') return true;
  return OFFSET.test(text) || (MOMENT.test(text) && findStartMs(text, 'UTC') !== undefined);
}

/** When a runner starts by the word of the entry; undefined without one, and for an offset from no gun (RULES.md ST12). */
export function findOwnGun(
  { ownStart = '' }: Pick<Runner, 'ownStart'>,
  gunMs: EpochMs | undefined,
  timeZone: string,
): EpochMs | undefined {
  if (ownStart === '') return undefined;
  const [, sign, hours = '0', minutes = '0', alone = '0', seconds = '0'] =
    OFFSET.exec(ownStart) ?? [];
  if (sign === undefined) return findStartMs(ownStart, timeZone);
  const spanMs =
    Number(hours) * HOUR_MS +
    (Number(minutes) + Number(alone)) * MINUTE_MS +
    Number(seconds) * SECOND_MS;
  if (gunMs === undefined) return undefined;
  return sign === '-' ? gunMs - spanMs : gunMs + spanMs;
}
