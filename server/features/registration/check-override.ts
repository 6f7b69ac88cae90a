import type { LiveRace } from '#server/race/live-race.ts';
import type { FieldError } from '#shared/model/outcome.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { describeFutureFinish } from '#shared/scoring/future-finish.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';

import type { SaveInput } from './runner-input.ts';

/**
 * The error at an override that ends in the future (RULES.md OV8); undefined where there is none. One that
 * stands already is no obstacle to other changes of the runner.
 */
export function checkOverride(
  race: Pick<LiveRace, 'config' | 'findScored'>,
  input: SaveInput,
  nowMs: EpochMs,
): FieldError | undefined {
  if (input.kind === 'delete') return undefined;
  const { overrideTime, event } = input.fields;
  const { wave, ownStart } = input.options.details;
  const scored = input.kind === 'edit' ? race.findScored(input.runnerId) : undefined;
  const current = scored?.runner;
  if (current?.overrideTime === overrideTime && current.event === event) return undefined;
  const isStartKept = current?.event === event && wave === undefined && ownStart === undefined;
  const ownMs = isStartKept ? scored?.score.startMs : undefined;
  const entry = { ...current, ...input.fields, ...input.options.details };
  const startMs = ownMs ?? scoringRulesOf(race.config).gunOf(entry);
  const wrong = describeFutureFinish(overrideTime, {
    startMs,
    nowMs,
    timeZone: race.config.timeZone,
  });
  if (wrong === undefined) return undefined;
  return {
    field: 'overrideTime',
    message: `With the override time ${quoteGiven(overrideTime)} the runner ${wrong}: check hours and minutes.`,
  };
}
