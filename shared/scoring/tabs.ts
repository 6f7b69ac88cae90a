import { labelEvent } from '../format/label-event.ts';
import { type Courses, coursesOf, type KomCode } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import { isClosedFor, type RaceConfig, splitNames } from '../model/race-config.ts';
import type { EpochMs } from '../model/time.ts';
import { findStartMs } from '../model/wall-clock.ts';
import { startOf } from './categories.ts';

export type TabCode = string;

/** A tab of the results page: a distance, or a special classification. */
export type ResultsTab = { readonly label: string } & (
  | { readonly kind: 'event'; readonly code: EventCode }
  | { readonly kind: 'special'; readonly code: KomCode }
);

/**
 * The tabs, in order: a distance for each configured name, and the specials if more than one KOM is named, with a setup
 * from one on.
 */
export function listTabs(
  config: Pick<RaceConfig, 'distances' | 'KOMs' | 'setup'>,
): readonly ResultsTab[] {
  const courses = coursesOf(config);
  const distances = splitNames(config.distances).slice(0, courses.events.length);
  const koms = splitNames(config.KOMs);
  const tabs: ResultsTab[] = distances.map((_, index) => {
    const code = courses.events[index] ?? '';
    return { kind: 'event', code, label: labelEvent(code, config) };
  });
  if (koms.length > (config.setup === '' ? 1 : 0)) {
    for (const { index, code, label } of courses.climbs) {
      tabs.push({ kind: 'special', code, label: koms[index] || label });
    }
  }
  return tabs;
}

/** The requested tab, else that of the main event, else the first. */
export function chooseTab(
  tabs: readonly ResultsTab[],
  asked: string | null,
  courses: Courses,
): ResultsTab | undefined {
  const find = (code: string | null): ResultsTab | undefined =>
    tabs.find((tab) => tab.code === code);
  return find(asked) ?? find(courses.mainEvent) ?? tabs[0];
}

/** The events of a tab; all without one. */
export function eventsOf(tab: ResultsTab | undefined, courses: Courses): readonly EventCode[] {
  if (!tab) return courses.events;
  if (tab.kind === 'event') return [tab.code];
  return courses.findClimb(tab.code)?.events ?? [];
}

/** Whether a tab lists several events, so that rows show the event instead of the category. */
export function mixesEvents(tab: ResultsTab, courses: Courses): boolean {
  return eventsOf(tab, courses).length > 1;
}

export function isTabClosed(tab: ResultsTab | undefined, config: RaceConfig): boolean {
  return eventsOf(tab, coursesOf(config)).every((event) => isClosedFor(event, config));
}

/** When the race clock of a tab started: the gun of its first event with one. */
export function findGunMs(tab: ResultsTab | undefined, config: RaceConfig): EpochMs | undefined {
  if (!tab) return findStartMs(config.raceStart, config.timeZone);
  const guns = eventsOf(tab, coursesOf(config)).map((event) => findFirstGun(event, config));
  return guns.find((gunMs) => gunMs !== undefined);
}

/** The gun of an event (RULES.md ST1), else of its first wave (ST12). */
export function findFirstGun(event: EventCode, config: RaceConfig): EpochMs | undefined {
  return findStartMs(startOf(event, config), config.timeZone);
}
