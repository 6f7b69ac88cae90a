import { type Courses, coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/event.ts';
import { type Sex, SEXES } from '#shared/model/race-setup.ts';
import { type RaceConfig, splitNames } from '#shared/model/race-config.ts';

export const VIEWS = ['categories', 'legs', 'clubs', 'teams'] as const;
export type TableView = (typeof VIEWS)[number];

/** Which tables are shown, as the address says it. */
export interface TableChoice {
  readonly view: TableView;
  readonly event: EventCode;
  /** Undefined for both. */
  readonly sex: Sex | undefined;
  /** Everybody in place of the first few. */
  readonly isWhole: boolean;
}

export function listEvents(config: Pick<RaceConfig, 'distances' | 'setup'>): readonly EventCode[] {
  return coursesOf(config).events.slice(0, splitNames(config.distances).length);
}

/** Reads the address; what it does not say, or says wrongly, is as usual. */
export function readChoice(
  params: URLSearchParams,
  events: readonly EventCode[],
  { mainEvent }: Courses,
): TableChoice {
  const asked = params.get('event');
  const known = events.find((event) => event === asked);
  const usual = events.includes(mainEvent) ? mainEvent : (events[0] ?? mainEvent);
  const sex = params.get('sex');
  return {
    view: VIEWS.find((view) => view === params.get('view')) ?? 'categories',
    event: known ?? usual,
    sex: SEXES.find((one) => one === sex),
    isWhole: params.get('show') === 'all',
  };
}

/** The address of a choice; what is as usual is left out. */
export function addressChoice({ view, event, sex, isWhole }: TableChoice): string {
  const params = new URLSearchParams({ view, event });
  if (sex) params.set('sex', sex);
  if (isWhole) params.set('show', 'all');
  return `/tables?${params}`;
}
