import { coursesOf } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { findPart, placeOf } from '#shared/model/setting-parts.ts';
import type { ChangedValue } from '#shared/wire/runners-api.ts';

import { labelPart } from './label-part.ts';
import { showStart } from './start-text.ts';

type Race = Pick<RaceConfig, 'setup' | 'distances'>;

/** `Title: Ras → Ras y Bannau`. A setting of an earlier race is shown by its raw name. */
export function describeSetting({ name, before, after }: ChangedValue, race: Race): string {
  const part = findPart(name, coursesOf(race));
  // A document is too long for a line.
  if (part && placeOf(part).setting.kind === 'document') return `${labelPart(part, race)} changed`;
  const [was, is] = [before, after].map((value) => describeValue(name, value, race));
  return `${part ? labelPart(part, race) : name}: ${was} → ${is}`;
}

function describeValue(name: string, value: string, race: Race): string {
  const part = findPart(name, coursesOf(race));
  const kind = part && placeOf(part).setting.kind;
  if (value === '') return 'none';
  if (kind === 'flag') return value === 'true' ? 'yes' : 'no';
  if (kind === 'names') return value.split(',').join(', ');
  return kind === 'start' || kind === 'moment' ? showStart(value) : value;
}
