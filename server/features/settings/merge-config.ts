import { EVENTS } from '#shared/model/event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';

/** Settings merged, or those that two people changed differently at the same time. */
export type ConfigMerge =
  | { readonly ok: true; readonly config: RaceConfig }
  | { readonly ok: false; readonly clashes: readonly string[] };

/**
 * Merges what one person made of the settings into what others made of them
 * since: whatever `mine` leaves as it `was` stays as it is in `current`. The
 * start of each event counts by itself, and so does whether it is closed.
 */
export function mergeConfig(was: RaceConfig, mine: RaceConfig, current: RaceConfig): ConfigMerge {
  const clashes: string[] = [];
  const merge = <T>(name: string, before: T, wanted: T, now: T): T => {
    if (wanted === before) return now;
    if (now !== before && now !== wanted) clashes.push(name);
    return wanted;
  };
  const field = <K extends keyof RaceConfig>(name: K): RaceConfig[K] =>
    merge(name, was[name], mine[name], current[name]);
  const eachEvent = <K extends 'starts' | 'closedEvents'>(name: K): RaceConfig[K] =>
    Object.fromEntries(
      EVENTS.map((event) => [
        event,
        merge<string | boolean>(name, was[name][event], mine[name][event], current[name][event]),
      ]),
    ) as RaceConfig[K];
  const config: RaceConfig = {
    pageTitle: field('pageTitle'),
    distances: field('distances'),
    wayPoints: field('wayPoints'),
    KOMs: field('KOMs'),
    raceStart: field('raceStart'),
    starts: eachEvent('starts'),
    timeZone: field('timeZone'),
    startText: field('startText'),
    timing: field('timing'),
    earliestFinish: field('earliestFinish'),
    closed: field('closed'),
    closedEvents: eachEvent('closedEvents'),
  };
  return clashes.length === 0 ? { ok: true, config } : { ok: false, clashes };
}
