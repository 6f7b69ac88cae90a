import type { ResultsTab } from '#shared/scoring/tabs.ts';
import type { Courses } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { type StagePoint, stagePointsOf } from '#shared/scoring/stages.ts';

export interface Choice {
  /** One race, or undefined for all of them. */
  readonly event: EventCode | undefined;
  readonly point: StagePoint;
}

/** Parses `?tab=PB&point=cp2`; unknown values mean all races, and the finish. */
export function readChoice(
  params: URLSearchParams,
  events: readonly EventCode[],
  courses: Courses,
): Choice {
  const event = events.find((one) => one === params.get('tab'));
  const asked = params.get('point');
  const points = listPoints(event ? [event] : events, courses);
  const point = points.find((one) => codePoint(one, courses) === asked);
  return { event, point: point ?? 'finish' };
}

/** Sets the choice in the address, whose other parameters stay. */
export function writeChoice(
  params: URLSearchParams,
  { event, point }: Choice,
  courses: Courses,
): URLSearchParams {
  const next = new URLSearchParams(params);
  if (event) next.set('tab', event);
  else next.delete('tab');
  if (point === 'finish') next.delete('point');
  else next.set('point', codePoint(point, courses));
  return next;
}

/** With more cards, none could be found at a glance. */
const MOST_PINS = 6;

/** The ids of the pinned runners, the latest first: `?pin=`. */
export function readPins(params: URLSearchParams): readonly string[] {
  const ids = (params.get('pin') ?? '').split(',').filter(Boolean);
  return [...new Set(ids)].slice(0, MOST_PINS);
}

export function writePins(params: URLSearchParams, ids: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(params);
  if (ids.length === 0) next.delete('pin');
  else next.set('pin', ids.slice(0, MOST_PINS).join(','));
  return next;
}

export function eventsOfTabs(tabs: readonly ResultsTab[]): readonly EventCode[] {
  return tabs.flatMap((tab) => (tab.kind === 'event' ? [tab.code] : []));
}

/** The points of these races, the finish first: most commentators are there. */
export function listPoints(events: readonly EventCode[], courses: Courses): readonly StagePoint[] {
  const slots = new Set(events.flatMap((one) => stagePointsOf(one, courses)));
  const checkpoints = [...slots].filter((point) => point !== 'finish');
  return ['finish', ...checkpoints.toSorted((a, b) => a - b)];
}

export function codePoint(point: StagePoint, courses: Courses): string {
  return point === 'finish' ? 'finish' : (courses.slots[point]?.code ?? '');
}
