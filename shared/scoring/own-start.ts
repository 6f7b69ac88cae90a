import { type Courses, coursesOf } from '../model/courses.ts';
import type { RaceConfig } from '../model/race-config.ts';
import type { WaveSetup } from '../model/race-setup.ts';
import type { Runner } from '../model/runner.ts';
import { type DurationMs, type EpochMs, readSpan } from '../model/time.ts';
import { findStartMs } from '../model/wall-clock.ts';

import type { ScoringRules } from './scoring-rules.ts';

type StartsOfRace = Pick<RaceConfig, 'setup' | 'raceStart' | 'starts' | 'timeZone'>;

/** The gun of each event by code and of each wave by id, if set. */
export type EventGuns = Readonly<Record<string, EpochMs | undefined>>;

/** Reads the guns from the settings (RULES.md ST1, ST12). */
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

export interface StartingRunner extends Pick<Runner, 'event' | 'ageGroup' | 'bibNumber'> {
  readonly wave?: Runner['wave'] | undefined;
  readonly ownStart?: Runner['ownStart'] | undefined;
}

export interface Guns {
  readonly guns: EventGuns;
  /** The gun of a runner: their own start, else that of their wave, else of their event (RULES.md ST12). */
  readonly gunOf: (runner: StartingRunner) => EpochMs | undefined;
}

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

/** The wave that the entry names, else the first of the distance for the category or bib (RULES.md ST12). */
export function findWaveOf(
  runner: Omit<StartingRunner, 'ownStart'>,
  courses: Courses,
): WaveSetup | undefined {
  const { waves } = courses.setup;
  if (waves.length === 0) return undefined;
  const ofEvent = waves.filter(({ distance }) => distance === runner.event);
  return (
    ofEvent.find(({ id }) => id === runner.wave) ??
    ofEvent.find(({ who: { bibs = [], categories = [] } = {} }) => {
      // Comparisons with NaN are false.
      const bib = /^\d+$/.test(runner.bibNumber) ? Number(runner.bibNumber) : NaN;
      return (
        bibs.some(([from, to]) => from <= bib && bib <= to) || categories.includes(runner.ageGroup)
      );
    })
  );
}

const FROM_GUN = /^[+-]\d{1,3}:[0-5]?\d(?::[0-5]\d)?$/;

/** The offset of an own start from the gun: `+0:30`, `+75:00` or `-0:05:00`; undefined for a moment. */
export function findOffset(ownStart: string): DurationMs | undefined {
  const span = FROM_GUN.test(ownStart) ? readSpan(ownStart.slice(1)) : undefined;
  if (!span) return undefined;
  return ownStart.startsWith('-') ? 0 - span.ms : span.ms;
}

/** The start in the entry; undefined without one, and for an offset from no gun (RULES.md ST12). */
function findOwnGun(
  { ownStart = '' }: Pick<StartingRunner, 'ownStart'>,
  gunMs: EpochMs | undefined,
  timeZone: string,
): EpochMs | undefined {
  if (ownStart === '') return undefined;
  const offsetMs = findOffset(ownStart);
  if (offsetMs === undefined) return findStartMs(ownStart, timeZone);
  return gunMs === undefined ? undefined : gunMs + offsetMs;
}

/** The start that counts, by its kind (RULES.md ST14); `wave` is an id. */
export type StartReason =
  | { readonly kind: 'own' | 'distance' | 'race' | 'chip'; readonly ms: EpochMs }
  | { readonly kind: 'wave'; readonly ms: EpochMs; readonly wave: string }
  | { readonly kind: 'none'; readonly ms: null };

/** Explains the start at `startMs` (RULES.md ST9), before the start the gun; null for none. */
export function explainStart(
  runner: StartingRunner,
  startMs: EpochMs | null,
  { guns, gunOf, courses }: Pick<ScoringRules, 'guns' | 'gunOf' | 'courses'>,
  { starts, timeZone }: Pick<RaceConfig, 'starts' | 'timeZone'>,
): StartReason {
  if (startMs === null) return { kind: 'none', ms: null };
  if (startMs !== gunOf(runner)) return { kind: 'chip', ms: startMs };
  const wave = findWaveOf(runner, courses);
  if (findOwnGun(runner, guns[wave?.id ?? runner.event], timeZone) !== undefined) {
    return { kind: 'own', ms: startMs };
  }
  if (wave && starts[wave.id]) return { kind: 'wave', ms: startMs, wave: wave.id };
  return { kind: starts[runner.event] ? 'distance' : 'race', ms: startMs };
}
