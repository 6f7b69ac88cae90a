import { findPart, labelPart, placeOf } from '#shared/model/setting-parts.ts';
import type { ChangedValue } from '#shared/wire/runners-api.ts';

import { showStart } from './start-text.ts';

/** `Title: Ras → Ras y Bannau`. A setting of a later release goes by its bare name. */
export function describeSetting({ name, before, after }: ChangedValue): string {
  return `${nameSetting(name)}: ${describeValue(name, before)} → ${describeValue(name, after)}`;
}

export function nameSetting(name: string): string {
  const part = findPart(name);
  return part ? labelPart(part) : name;
}

export function describeValue(name: string, value: string): string {
  const part = findPart(name);
  if (value === '') return 'none';
  if (part && placeOf(part).setting.kind === 'flag') return value === 'true' ? 'yes' : 'no';
  const kind = part && placeOf(part).setting.kind;
  return kind === 'start' || kind === 'moment' ? showStart(value) : value;
}
