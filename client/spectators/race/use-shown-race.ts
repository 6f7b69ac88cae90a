import { useMemo } from 'react';

import { useRace } from '#client/live/race-store.tsx';
import { useFromStandings, useStandings } from '#client/live/use-standings.ts';
import type { WaitContext } from '#client/spectators/describe-wait.ts';
import { useFollowedPeople } from '#client/spectators/use-followed-people.ts';
import { useLiveFields } from '#client/spectators/use-forecast.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { useTick } from '#client/ui/use-tick.ts';
import type { LiveField } from '#shared/forecast/live-order.ts';
import { describeName } from '#shared/format/describe-name.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { labelPoint } from '#shared/scoring/course.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import type { AllTexts } from '#shared/texts/en-screens.ts';
import { type CourseScale, findStretch, layOutScale } from './course-scale.ts';
import type { ShownPerson } from './RacePicture.tsx';
import { type PlacedField, placeField, useField } from './use-field.ts';

/** The content of the race picture. */
export interface ShownRace {
  readonly scale: CourseScale;
  /** The name of each point of the scale. */
  readonly names: readonly string[];
  readonly field: PlacedField;
  readonly people: readonly ShownPerson[];
  readonly finished: number;
  readonly texts: AllTexts;
  readonly nowMs: EpochMs;
}

interface PictureOptions {
  readonly event: EventCode;
  readonly config: WaitContext['config'];
  /** The id of the runner whose dot was pressed. */
  readonly chosenId?: string | undefined;
}

/** The course line with the names of its points. */
export function useCourseScale({
  event,
  config,
}: PictureOptions): Pick<ShownRace, 'scale' | 'names'> {
  const texts = useAllTexts();
  const { courses } = useStandings();
  const scale = useMemo(() => layOutScale(event, courses), [event, courses]);
  const names = useMemo(
    () =>
      scale.points.map(({ point }) =>
        point === 'start'
          ? texts.tables.start
          : labelPoint(point, texts.runner.finish, config, event),
      ),
    [scale, texts, config, event],
  );
  return { scale, names };
}

/** The content of the race picture, updated each second. */
export function useShownRace({ event, config, chosenId }: PictureOptions): ShownRace {
  const texts = useAllTexts();
  const { clockOffsetMs } = useRace();
  const standings = useStandings();
  const known = useField(event);
  const { seen: followed } = useFollowedPeople();
  const { scale, names } = useCourseScale({ event, config });
  const liveOf = useLiveFields();
  const leaders = useFromStandings(
    (all) => (all ? findLeaders(all, event, liveOf(event)) : []),
    [event, liveOf],
  );
  const nowMs = useTick(true) + clockOffsetMs;
  const field = useMemo(() => placeField(known, scale, nowMs), [known, scale, nowMs]);
  const chosen = chosenId === undefined ? undefined : standings.find(chosenId);
  const roles = new Map<UnrankedResult, ShownPerson['role']>();
  for (const one of leaders) roles.set(one.result, 'first');
  for (const one of followed) roles.set(one, 'followed');
  if (chosen && !roles.has(chosen)) roles.set(chosen, 'chosen');
  const people = [...roles].flatMap(([result, role]): readonly ShownPerson[] => {
    if (result.events !== event || result.status === 'dnf') return [];
    const leader = leaders.find((one) => one.result === result);
    const person = {
      result,
      role,
      name: describeName(result, texts.common),
      title: leader && texts.commentary[TITLES[leader.sex]](texts.common.ordinal(1, leader.sex)),
    };
    if (result.status === 'finished') return [{ ...person, at: 1 }];
    const index = field.rows.indexOf(result);
    const leg = field.legs[index];
    if (!leg) return [];
    return [
      { ...person, at: field.at[index] ?? 0, leg, isUncertain: field.uncertain[index] === 1 },
    ];
  });
  return {
    scale,
    names,
    field,
    people,
    finished: standings.finishers(event).length,
    texts,
    nowMs,
  };
}

const TITLES = { F: 'woman', M: 'man' } as const;

/** The first woman and the first man: finishers, then runners on course in live order (RULES.md XP13). */
function findLeaders(standings: Standings, event: EventCode, live: LiveField) {
  const found = new Map<'F' | 'M', UnrankedResult>();
  for (const part of [standings.finishers(event), live.rows]) {
    for (let at = 0; at < part.length && found.size < 2; at += 1) {
      const result = part.at(at);
      const sex = result && standings.courses.sexOf(result);
      if (result && (sex === 'F' || sex === 'M') && !found.has(sex)) found.set(sex, result);
    }
  }
  return [...found].map(([sex, result]) => ({ result, sex }));
}

/** The number of runners between points, from the finish back to the start. */
export function countStretches({
  scale,
  names,
  field,
  finished,
  texts,
}: ShownRace): readonly { readonly name: string; readonly count: number }[] {
  const counts = scale.points.map(() => 0);
  for (const at of field.at) {
    const stretch = findStretch(scale, at);
    counts[stretch] = (counts[stretch] ?? 0) + 1;
  }
  const between = counts.slice(0, -1).map((count, index) => ({
    name: texts.race.between(names[index] ?? '', names[index + 1] ?? ''),
    count,
  }));
  return [{ name: texts.runner.finished, count: finished }, ...between.toReversed()].filter(
    ({ count }) => count > 0,
  );
}
