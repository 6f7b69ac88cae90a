import { type Courses, coursesOf } from '../model/courses.ts';
import type { WaveSetup } from '../model/race-setup.ts';
import type { Runner } from '../model/runner.ts';
import { type EpochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../model/time.ts';
import { findStartMs } from '../model/wall-clock.ts';
import { err, ok, type Result } from '../model/outcome.ts';
import { quoteGiven } from '../model/text-rules.ts';
import type { RaceConfig } from '../model/race-config.ts';

export interface StartingRunner extends Pick<Runner, 'event' | 'ageGroup' | 'bibNumber'> {
  readonly wave?: Runner['wave'] | undefined;
  readonly ownStart?: Runner['ownStart'] | undefined;
}

export interface Guns {
  readonly guns: EventGuns;
  /** The gun of a runner: their own start, else the gun of their wave, else that of their event (RULES.md ST12). */
  readonly gunOf: (runner: StartingRunner) => EpochMs | undefined;
}

/** The guns of the settings, and each runner's (RULES.md ST12). */
export function gunsOf(config: StartsOfRace): Guns {
  const courses = coursesOf(config);
  const guns = readGuns(config);
  return {
    guns,
    gunOf: (runner) => {
      const gunMs = guns[findWaveOf(runner, courses)?.id ?? runner.event];
      return findOwnGun(runner, gunMs, config.timeZone) ?? gunMs;
    },
  };
}

/**
 * The wave of a runner: the one that the entry names, else the first of their distance that is for their category or
 * bib; undefined without either (RULES.md ST12).
 */
export function findWaveOf(
  runner: Pick<StartingRunner, 'event' | 'ageGroup' | 'bibNumber' | 'wave'>,
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

/** An own start relative to the gun, after or before it: `+0:30`, `+75:00` or `-0:05:00`. */
const OFFSET = /^([+-])(?:(\d{1,2}):([0-5]?\d)|(\d{1,2})):([0-5]\d)$/;

/** The start given by the entry; undefined without one, and for an offset from no gun (RULES.md ST12). */
export function findOwnGun(
  { ownStart = '' }: Pick<StartingRunner, 'ownStart'>,
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

type StartsOfRace = Pick<RaceConfig, 'setup' | 'raceStart' | 'starts' | 'timeZone'>;

/** The gun of each event and of each wave, by code and id; undefined while none is set. */
export type EventGuns = Readonly<Record<string, EpochMs | undefined>>;

/**
 * Reads the starts of the settings. The gun of an event is its own start, else the race start, else none (RULES.md
 * ST1), and that of a wave its own, else that of its event (ST12); an unreadable start counts as not set.
 */
export function readGuns(config: StartsOfRace): EventGuns {
  const { events, setup } = coursesOf(config);
  const raceGunMs = findStartMs(config.raceStart, config.timeZone);
  const guns: Record<string, EpochMs | undefined> = {};
  for (const event of events) {
    guns[event] = findStartMs(config.starts[event] ?? '', config.timeZone) ?? raceGunMs;
  }
  for (const { id, distance } of setup.waves) {
    guns[id] = findStartMs(config.starts[id] ?? '', config.timeZone) ?? guns[distance];
  }
  return guns;
}
