import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Runner } from '#shared/model/runner.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { deriveAgeGroup, raceDayOf, settleAgeGroup } from '#shared/scoring/derive-age-group.ts';

/**
 * The runner of a form with the category that holds (RULES.md AG1). A category
 * that is chosen was given; none, or the one that was worked out and sent back
 * as it was, is worked out as long as sex and date of birth tell it.
 */
export function chooseAgeGroup(
  form: Runner,
  current: Runner | undefined,
  config: RaceConfig,
): Runner {
  const { isAgeGroupDerived: _was, ...given } = form;
  const before = current?.isAgeGroupDerived ? current : undefined;
  const shown = before && settleAgeGroup(before, config).ageGroup;
  if (form.ageGroup !== '' && form.ageGroup !== shown) return given;
  const today = formatWallClock(Date.now(), config.timeZone).slice(0, 'YYYY-MM-DD'.length);
  const derived = deriveAgeGroup(form, raceDayOf(form.event, config) || today);
  if (derived === undefined) return given;
  // What was worked out at the entry holds again should the race day be taken back.
  const ageGroup = before && derived === shown ? before.ageGroup : derived;
  return { ...given, ageGroup, isAgeGroupDerived: true };
}
