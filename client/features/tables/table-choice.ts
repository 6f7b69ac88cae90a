import { type Courses, coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/event.ts';
import { type Sex, SEXES } from '#shared/model/race-setup.ts';
import { type RaceConfig, splitNames } from '#shared/model/race-config.ts';
import { TABLE_VIEWS, type TableChoice } from '#shared/scoring/list-blocks.ts';

export function listEvents(config: Pick<RaceConfig, 'distances' | 'setup'>): readonly EventCode[] {
  return coursesOf(config).events.slice(0, splitNames(config.distances).length);
}

/** The sexes that the categories of the race are for. */
export function listSexes({ setup }: Courses): readonly Sex[] {
  return SEXES.filter((sex) => setup.categories.table.some(({ sexes }) => sexes.includes(sex)));
}

/** The tables that an address asks for; missing or invalid parts take their defaults. */
export function readChoice(
  params: URLSearchParams,
  events: readonly EventCode[],
  mainEvent: EventCode,
): TableChoice {
  const asked = params.get('event');
  const known = events.find((event) => event === asked);
  const usual = events.includes(mainEvent) ? mainEvent : (events[0] ?? mainEvent);
  const sex = params.get('sex');
  return {
    view: TABLE_VIEWS.find((view) => view === params.get('view')) ?? 'categories',
    event: known ?? usual,
    sex: SEXES.find((one) => one === sex),
    isWhole: params.get('show') === 'all',
  };
}

/** The address of a choice; defaults are left out. */
export function addressChoice({ view, event, sex, isWhole }: TableChoice): string {
  const params = new URLSearchParams({ view, event });
  if (sex) params.set('sex', sex);
  if (isWhole) params.set('show', 'all');
  return `/tables?${params}`;
}
