import { labelEvent } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { StartReason } from '#shared/scoring/own-start.ts';
import type { RunnerOutcome } from '#shared/wire/runners-api.ts';

import { describeTimeOfDay } from './start-text.ts';

/** The name of a wave; its id where the race no longer has it. */
export function nameWave(id: string, config: Pick<RaceConfig, 'setup'>): string {
  return coursesOf(config).findWave(id)?.name ?? id;
}

/**
 * A runner's start, and the reason for it (RULES.md ST14): `Started 11:05:30, own start`. Before the first read empty
 * for a start with the distance.
 */
export function describeStartReason(
  { start, isListed }: Pick<RunnerOutcome, 'start' | 'isListed'>,
  event: EventCode,
  config: RaceConfig,
): string {
  const isOwn = start?.kind === 'own' || start?.kind === 'wave';
  if (!start || start.kind === 'none' || !(isListed || isOwn)) return '';
  const at = describeTimeOfDay(start.ms, config.timeZone);
  return `${isListed ? 'Started' : 'Starts'} ${at}, ${nameReason(start, event, config)}`;
}

/** `own start`, `with Blue wave`, `with 10K`, `with the race`, `by the chip`. */
function nameReason(
  start: Exclude<StartReason, { readonly kind: 'none' }>,
  event: EventCode,
  config: RaceConfig,
): string {
  switch (start.kind) {
    case 'own':
      return 'own start';
    case 'wave':
      return `with ${nameWave(start.wave, config)}`;
    case 'distance':
      return `with ${labelEvent(event, config)}`;
    case 'race':
      return 'with the race';
    case 'chip':
      return 'by the chip';
    default:
      return start satisfies never;
  }
}
