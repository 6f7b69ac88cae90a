import { type ReactNode, useCallback, useMemo, useState } from 'react';

import { useFromStandings } from '#client/live/use-standings.ts';
import { describeWait } from '#client/spectators/describe-wait.ts';
import { findStretch } from '#client/spectators/race/course-scale.ts';
import { RacePicture, type ShownPerson } from '#client/spectators/race/RacePicture.tsx';
import {
  countStretches,
  type ShownRace,
  useShownRace,
} from '#client/spectators/race/use-shown-race.ts';
import { RunnerLink } from '#client/spectators/RunnerLink.tsx';
import { addressComparison, MOST_COMPARED } from '#client/spectators/race/comparison.ts';
import { Link } from '#client/ui/Link.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { describeTotal } from '#shared/format/describe-result.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { stagePointsOf } from '#shared/scoring/stages.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { GapChart } from './GapChart.tsx';
import { type GapLine, listGaps } from './gaps.ts';
import styles from './RaceView.module.css';

export interface RaceViewProps {
  readonly event: EventCode;
  readonly config: ConfigBody;
}

/** The picture of a race, the same as a list, and the gaps. */
export function RaceView({ event, config }: RaceViewProps): ReactNode {
  const texts = useAllTexts();
  const { race } = texts;
  const [chosenId, setChosenId] = useState<string>();
  const shown = useShownRace({ event, config, chosenId });
  const { scale, names, field, people, nowMs } = shown;
  const followedKey = people
    .flatMap(({ role, result }) => (role === 'followed' ? [result.runnerId] : []))
    .join(' ');
  const lines = useFromStandings(
    (standings) => (standings ? listLines(standings, event, followedKey.split(' ')) : []),
    [event, followedKey],
  );
  const followed = useMemo(() => new Set(followedKey.split(' ')), [followedKey]);
  const choose = useCallback((result?: UnrankedResult) => setChosenId(result?.runnerId), []);
  const chosen = people.find(({ result }) => result.runnerId === chosenId);
  const context = { scale, names, texts, config, nowMs };
  const faded = field.uncertain.reduce((sum, one) => sum + one, 0);
  return (
    <div className={styles.view}>
      <section className={`${styles.picture} card`} aria-label={texts.spectators.race}>
        <RacePicture {...{ scale, names, field, people }} onChoose={choose} />
        {field.rows.length === 0 && people.length === 0 ? null : (
          <output className={`${styles.chosen} unprinted`}>
            {chosen ? <Whereabouts person={chosen} context={context} /> : race.tap}
          </output>
        )}
      </section>
      <section className="panel stack-8" aria-label={race.whereEverybody}>
        <ul className="plain-list lined">
          {people
            .filter(({ role }) => role !== 'chosen')
            .map((person) => (
              <li key={person.result.runnerId} className={styles.row} data-role={person.role}>
                <Whereabouts person={person} context={context} />
              </li>
            ))}
          {countStretches(shown).map(({ name, count }) => (
            <li key={name} className={styles.row}>
              <span>{name}</span> <b>{texts.common.runners(count)}</b>
            </li>
          ))}
        </ul>
        <p className="text-m muted">
          {[
            ...(field.rows.length > 0 ? [race.expected] : [race.nobody]),
            ...(faded > 0 ? [race.faded(faded)] : []),
            ...(scale.lengthM === undefined ? [race.even] : []),
          ].join(' ')}
        </p>
      </section>
      {lines.length > 0 && names.length > 2 ? (
        <div className="stack-8">
          <GapChart
            why={race.gapsWhy}
            {...{ lines, scale, names, followed }}
            rounding={coursesOf(config).rankingOf(event).rounding}
          />
          <p>
            <Link className="pill" to={addressComparison(event, chooseCompared(lines, followed))}>
              {race.compare}
            </Link>
          </p>
        </div>
      ) : null}
    </div>
  );
}

/** The ids of the followed runners, else of the first two. */
function chooseCompared(
  lines: readonly GapLine[],
  followed: ReadonlySet<string>,
): readonly string[] {
  const ids = lines.map(({ result }) => result.runnerId);
  const own = ids.filter((id) => followed.has(id));
  return own.length > 0 ? own.slice(0, MOST_COMPARED) : ids.slice(0, 2);
}

const MOST_LINES = 10;

/** The gaps of the first ten runners, and of up to ten followed ones. */
function listLines(standings: Standings, event: EventCode, followed: readonly string[]) {
  const points = stagePointsOf(event, standings.courses);
  const first = [standings.finishers(event), standings.onCourse(event)]
    .flatMap((part) =>
      Array.from({ length: Math.min(MOST_LINES, part.length) }, (_, at) => part.at(at)),
    )
    .slice(0, MOST_LINES);
  const added = followed.slice(0, MOST_LINES).map((runnerId) => standings.find(runnerId));
  const runners = [...new Set([...first, ...added])].filter((row) => row !== undefined);
  return listGaps(runners, points, standings.courses.rankingOf(event).rounding);
}

interface WhereContext extends Pick<ShownRace, 'scale' | 'names' | 'texts' | 'nowMs'> {
  readonly config: ConfigBody;
}

function Whereabouts({
  person,
  context,
}: {
  readonly person: ShownPerson;
  readonly context: WhereContext;
}): ReactNode {
  const { result, name, title } = person;
  const { common } = context.texts;
  return (
    <>
      <span className={styles.who}>
        {title === undefined ? null : <span className={`${styles.title} semibold`}>{title}</span>}{' '}
        <RunnerLink runner={result} />{' '}
        {result.bibNumber === '' || name === common.bibOf(result.bibNumber) ? null : (
          <span className="muted nowrap">{common.bibOf(result.bibNumber)}</span>
        )}
      </span>{' '}
      <span className="muted">{describeWhere(person, context)}</span>
    </>
  );
}

/** `≈ 8.2 km, between Foel Eryr and Foel Cwmcerwyn`. */
function describeWhere(
  { result, at, leg, isUncertain }: ShownPerson,
  context: WhereContext,
): string {
  const { scale, names, texts, config, nowMs } = context;
  const { race, runner, outcome } = texts;
  if (!leg) {
    const ranking = coursesOf(config).rankingOf(result.events);
    return `${runner.finished} ${describeTotal(result, outcome, ranking)}`;
  }
  const next = scale.points[leg.to]?.point;
  if (leg.to === leg.from || next === undefined || next === 'start') {
    return race.unknown(names[leg.from] ?? '');
  }
  if (isUncertain) return describeWait(result, next, leg.expectedMs, { texts, config, nowMs });
  const stretch = findStretch(scale, at);
  const between = race.between(names[stretch] ?? '', names[stretch + 1] ?? '');
  return scale.lengthM === undefined
    ? between
    : `≈ ${texts.common.kilometres(at * scale.lengthM)} · ${between}`;
}
