import { type EventCode, EVENTS, isEventCode } from '#shared/model/event.ts';
import { MAIN_EVENT } from '#shared/model/courses.ts';
import { type RaceConfig, splitNames } from '#shared/model/race-config.ts';
import { TABLE_VIEWS, type TableChoice } from '#shared/scoring/list-blocks.ts';

export function listEvents({ distances }: Pick<RaceConfig, 'distances'>): readonly EventCode[] {
  return EVENTS.slice(0, splitNames(distances).length);
}

/** Which tables an address asks for; what it does not say, or says wrongly, is as usual. */
export function readChoice(params: URLSearchParams, events: readonly EventCode[]): TableChoice {
  const asked = params.get('event');
  const known = isEventCode(asked) && events.includes(asked) ? asked : undefined;
  const usual = events.includes(MAIN_EVENT) ? MAIN_EVENT : (events[0] ?? MAIN_EVENT);
  const sex = params.get('sex');
  return {
    view: TABLE_VIEWS.find((view) => view === params.get('view')) ?? 'categories',
    event: known ?? usual,
    sex: sex === 'F' || sex === 'M' ? sex : undefined,
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
