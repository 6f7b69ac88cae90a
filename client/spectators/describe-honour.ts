import { keepWhole } from '#client/ui/keep-whole.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { rankSex, valueAt } from '#shared/scoring/rank-keys.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import type { AllTexts } from '#shared/texts/en-screens.ts';

/** `1st woman` or `1st F40`, if a finisher is the first so far; else empty. */
export function describeHonour(
  result: UnrankedResult,
  standings: Standings,
  texts: Pick<AllTexts, 'commentary' | 'common' | 'results'>,
): string {
  const ofSex = describeFirstOfSex(result, standings, texts);
  const { runnerId, ageGroup } = result;
  if (ofSex !== '' || standings.groupPlaceOf(runnerId) !== 1) return ofSex;
  const sex = standings.courses.sexOf(result);
  return texts.results.firstIn(keepWhole(ageGroup), sex);
}

export function describeFirstOfSex(
  result: UnrankedResult,
  standings: Standings,
  { commentary, common }: Pick<AllTexts, 'commentary' | 'common'>,
): string {
  const sex = standings.courses.sexOf(result);
  const first = sex && rankSex(standings, result.events, sex, 1)[0]?.result;
  if (!sex || !isFirst(result, first, standings)) return '';
  const ofSex = { F: commentary.woman, M: commentary.man, X: commentary.nonBinary };
  return ofSex[sex](common.ordinal(1, sex));
}

/** Whether a finisher is level with the first of a group. */
function isFirst(
  result: UnrankedResult,
  first: UnrankedResult | undefined,
  { courses }: Standings,
): boolean {
  const ranking = courses.rankingOf(result.events);
  const value = valueAt(result, 'finish', ranking);
  return ranking.isRanked && !!first && value === valueAt(first, 'finish', ranking);
}
