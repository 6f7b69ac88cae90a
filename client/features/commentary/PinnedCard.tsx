import type { ReactNode } from 'react';

import { usePlaced } from '#client/spectators/use-placed.ts';
import { RunnerLink } from '#client/spectators/RunnerLink.tsx';
import { type Expect, useLiveFields } from '#client/spectators/use-forecast.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { keepWhole } from '#client/ui/keep-whole.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { type Outlook, isLongPast, lookAhead } from '#shared/forecast/forecast.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { AHEAD, describeSplit, describeTotal } from '#shared/format/describe-result.ts';
import { formatElapsed, formatShort } from '#shared/format/format-time.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { isolateText, joinParts } from '#shared/format/isolate-text.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import { writeRange } from '#shared/texts/dates.ts';
import { labelPoint } from '#shared/scoring/course.ts';

import styles from './PinnedCard.module.css';
import { describeLastSeen } from './SidePanels.tsx';

export interface PinnedCardProps {
  readonly result: UnrankedResult;
  readonly config: RaceConfig;
  readonly expect: Expect;
  readonly nowMs: number;
  readonly onUnpin: () => void;
}

/** The facts about a runner, in view until unpinned. */
export function PinnedCard(props: PinnedCardProps): ReactNode {
  const { result, config, expect, nowMs, onUnpin } = props;
  const texts = useAllTexts();
  const { common, commentary, runner, splits } = texts;
  const { runs, places } = usePlaced(result);
  const livePlace = useLiveFields()(result.events).placeOf(result.runnerId);
  const name = describeName(result, common);
  const courses = coursesOf(config);
  const ranking = courses.rankingOf(result.events);
  const sex = courses.sexOf(result);
  const ordinal = (place: number): string => common.ordinal(place, sex);
  const ageGroup = keepWhole(result.ageGroup);
  const outMs = result.startedAtMs === null ? undefined : nowMs - result.startedAtMs;
  const ahead = new Map(expect(result).map((stage) => [stage.stage, stage]));
  const placesAtPoint = [
    places?.overall ? ordinal(places.overall.place) : '',
    places?.sex && sex
      ? { F: commentary.woman, M: commentary.man, X: commentary.nonBinary }[sex](
          ordinal(places.sex.place),
        )
      : '',
    places?.ageGroup ? commentary.inGroup(ordinal(places.ageGroup.place), ageGroup) : '',
  ];
  const last = runs.findLastIndex(({ elapsedMs }) => elapsedMs !== null);
  const isRacing = result.status === 'racing';
  const standing = joinParts([
    livePlace === null ? '' : `≈\u00A0${ordinal(livePlace)}`,
    ...(isRacing ? [] : placesAtPoint),
    result.status === 'dnf'
      ? describeTotal(result, texts.outcome, ranking)
      : describeLastSeen(result, config, nowMs, texts),
    ...(isRacing ? placesAtPoint : []),
  ]);
  const describeRange = ({ earliestMs, latestMs }: Outlook, startedAtMs: EpochMs): string => {
    const ends = [startedAtMs + earliestMs, startedAtMs + latestMs] as const;
    return writeRange(common.dates, ends, nowMs, config.timeZone).join('–');
  };
  const describeLeg = (legMs: number | null, place: number | null): string =>
    legMs === null
      ? '–'
      : `${formatElapsed(legMs, ranking.rounding)}${place === null ? '' : ` (${place})`}`;
  const details = joinParts([
    labelEvent(result.events, config),
    result.bibNumber && common.bibOf(result.bibNumber),
    ageGroup,
    result.runClub,
  ]);

  return (
    <article className="anywhere line-above" aria-label={name}>
      <header className={styles.head}>
        <div>
          <h3>
            <RunnerLink runner={result} />
          </h3>
          <p>{details}</p>
          <p className={styles.standing}>{standing}</p>
        </div>
        <button
          className={styles.unpin}
          type="button"
          aria-label={commentary.unpin(isolateText(name))}
          onClick={onUnpin}
        >
          <span aria-hidden="true">×</span>
        </button>
      </header>
      <table className={styles.splits}>
        <thead>
          <tr>
            <th scope="col">{splits.stage}</th>
            <th scope="col">{common.time}</th>
            <th scope="col">{runner.leg}</th>
            <th scope="col">{common.place}</th>
            <th scope="col">{commentary.gained}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map(({ point, elapsedMs, legMs, legPlace, place, gained }, index) => {
            const stage = ahead.get(point);
            const outlook =
              stage && outMs !== undefined && !isLongPast(stage, outMs)
                ? lookAhead(stage, outMs)
                : undefined;
            return (
              <tr key={point} data-expected={outlook !== undefined}>
                <th scope="row">{labelPoint(point, texts.runner.finish, config, result.events)}</th>
                {outlook && elapsedMs === null ? (
                  <td colSpan={4}>
                    {outlook.isOverdue
                      ? commentary.overdue(1)
                      : `≈ ${formatShort(Math.round(outlook.elapsedMs / SECOND_MS))}, ${describeRange(
                          outlook,
                          result.startedAtMs ?? 0,
                        )}, ${runner.basis(outlook.basis)}`}
                  </td>
                ) : (
                  <>
                    <td>
                      {elapsedMs === null && index > last
                        ? AHEAD
                        : describeSplit(elapsedMs, texts.outcome, ranking.rounding)}
                    </td>
                    {/* The first leg would repeat the time and the place. */}
                    <td>{index === 0 ? '' : describeLeg(legMs, legPlace)}</td>
                    <td>{place ?? '–'}</td>
                    <td>{gained === null ? '' : gained > 0 ? `+${gained}` : gained}</td>
                  </>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </article>
  );
}
