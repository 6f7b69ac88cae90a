import { findPart, isStartPart, labelPart, placeOf } from '#shared/model/setting-parts.ts';
import type { ChangedValue } from '#shared/wire/runners-api.ts';

import { showStart } from './start-text.ts';

/** `Title: Ras → Ras y Bannau`. A setting of a later release goes by its bare name. */
export function describeSetting({ name, before, after }: ChangedValue): string {
  const part = findPart(name);
  const show = (value: string): string => {
    if (value === '') return 'none';
    if (part && placeOf(part).setting.kind === 'flag') return value === 'true' ? 'yes' : 'no';
    return part && isStartPart(part) ? showStart(value) : value;
  };
  return `${part ? labelPart(part) : name}: ${show(before)} → ${show(after)}`;
}
