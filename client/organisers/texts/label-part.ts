import { labelEvent } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { placeOf, type SettingPart } from '#shared/model/setting-parts.ts';
import type { SettingName } from '#shared/model/settings.ts';

/** The label of a setting; of a setting per event with the name of the distance or wave. */
const LABELS: Readonly<Record<SettingName, string | ((distance: string) => string)>> = {
  pageTitle: 'Page Title',
  startText: 'Start text',
  photos: 'Photos',
  distances: 'Distances',
  wayPoints: 'Waypoints',
  KOMs: 'KOMs',
  setup: 'Race setup',
  raceStart: 'Race start',
  timeZone: 'Time zone',
  starts: (distance) => `${distance} start`,
  timing: 'Timing',
  earliestFinish: 'Earliest finish',
  closed: 'Race closed',
  closedEvents: (distance) => `${distance} closed`,
  officialAt: 'Results official since',
  officialBy: 'Results official by',
  protestsUntil: 'Protests until',
};

export function labelPart(
  part: SettingPart,
  config: Pick<RaceConfig, 'setup' | 'distances'>,
): string {
  const { event = '', name } = placeOf(part);
  const label = LABELS[name];
  if (typeof label === 'string') return label;
  return label(coursesOf(config).findWave(event)?.name || labelEvent(event, config));
}
