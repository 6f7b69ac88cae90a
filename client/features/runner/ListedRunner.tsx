import type { ReactNode } from 'react';
import { coursesOf } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { lookAhead } from '#shared/forecast/forecast.ts';
import { labelPoint } from '#shared/scoring/course.ts';
import { useHeardMoment } from '#client/live/use-heard-moment.ts';
import { useRace } from '#client/live/race-store.tsx';
import { describeName } from '#shared/format/describe-name.ts';
import { joinParts } from '#shared/format/isolate-text.ts';
import { addressComparison } from '#client/spectators/race/comparison.ts';
import { MOST_POINTS, choosePoints } from '#client/spectators/race/place-labels.ts';
import { layOutScale } from '#client/spectators/race/course-scale.ts';
import { Link } from '#client/ui/Link.tsx';
import { NewsControl } from '#client/spectators/news/NewsControl.tsx';
import { useTick } from '#client/ui/use-tick.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { SPECTATORS_SCREENS } from '#shared/wire/screens.ts';
import { CourseLine } from './CourseLine.tsx';
import { describeListed } from './describe-runner.ts';
import { FinishCard } from './FinishCard.tsx';
import { findPosition } from './lay-out-course.ts';
import { listStages } from './list-stages.ts';
import { Neighbours } from './Neighbours.tsx';
import { NextNews } from './NextNews.tsx';
import { PlaceTiles } from './PlaceTiles.tsx';
import { RunnerFrame } from './RunnerFrame.tsx';
import { StagesTable } from './StagesTable.tsx';
import { StartOfRunner } from './StartOfRunner.tsx';
import { StatusCard } from './StatusCard.tsx';
import { useListed } from './use-listed.ts';

export interface ListedRunnerProps {
  readonly result: UnrankedResult;
  readonly config: ConfigBody;
}

export function ListedRunner({ result, config }: ListedRunnerProps): ReactNode {
  const texts = useAllTexts();
  const { clockOffsetMs } = useRace();
  const isRacing = result.status === 'racing';
  // A finisher's page needs no ticks: after midnight, days are added with the next message.
  const ticked = useTick(isRacing, clockOffsetMs - (result.startedAtMs ?? 0));
  const nowMs = Math.max(ticked + clockOffsetMs, useHeardMoment());
  const listed = useListed(result);
  const { runs, places, last } = listed;
  const { startedAtMs } = result;
  const elapsedMs = startedAtMs === null ? undefined : nowMs - startedAtMs;
  const outlooks = listed.expected.map((stage) => lookAhead(stage, elapsedMs ?? 0));
  // A stage is not announced for a time in the past; only the finish is called overdue.
  const expected = outlooks.filter(({ isOverdue }) => !isOverdue);
  const lines = listStages(result, runs, { texts, config, nowMs, expected });
  const finish = outlooks.find(({ stage }) => stage === 'finish');
  const courses = coursesOf(config);
  const { isRanked, rounding } = courses.rankingOf(result.events);
  const profile = courses.findCourse(result.events)?.profile;
  const scale = layOutScale(result.events, courses);
  const ats = scale.points.map(({ at }) => at);
  const runnerAt = findPosition(ats, runs, expected, result.status, elapsedMs);
  const passed = runs.findLastIndex((run) => run.elapsedMs !== null) + 1;
  const left =
    scale.lengthM === undefined || !isRacing
      ? ''
      : texts.common.kilometres(scale.lengthM * (1 - runnerAt));
  // Without an expected time the position is only known at the last point.
  const isExpected = expected.some(({ stage }) => stage === runs[passed]?.point);
  const toGo = left && texts.runner[isExpected ? 'toGo' : 'lastSeenFrom'](left);
  const current = isRacing ? passed : passed - 1;
  const line = (
    <CourseLine
      points={choosePoints(runs.length, MOST_POINTS.phone, current).flatMap((index) => {
        const { point } = runs[index] ?? {};
        if (point === undefined) return [];
        const name = labelPoint(point, texts.runner.finish, config, result.events);
        return {
          at: ats[index + 1] ?? 1,
          isPassed: index < passed,
          label: joinParts([name, point === 'finish' && toGo]),
        };
      })}
      runnerAt={runnerAt}
      progress={texts.runner.progress(passed, runs.length)}
      profile={profile}
    />
  );
  const isUnseen = result.status === 'dnf' && lines.length === 0;
  const status = describeListed(result, finish, { texts, config, nowMs });
  const at = last && labelPoint(last.point, texts.runner.theFinish, config, result.events);

  return (
    <RunnerFrame runner={result} config={config}>
      {isRanked ? null : <p className="muted">{texts.runner.unranked}</p>}
      {result.status === 'finished' && places ? (
        <FinishCard result={result} places={places} config={config} />
      ) : (
        <StatusCard status={status}>
          {isUnseen ? null : line}
          {isRacing ? <NextNews {...{ result, config, nowMs, outlooks }} /> : null}
        </StatusCard>
      )}
      <StartOfRunner result={result} config={config} />
      {isRacing && places && at !== undefined ? (
        <PlaceTiles
          title={texts.runner.placesAt(at)}
          places={places}
          runner={result}
          config={config}
        />
      ) : null}
      {lines.length === 0 ? null : (
        <StagesTable lines={lines} name={describeName(result, texts.common)}>
          {result.status === 'finished' && profile ? line : null}
        </StagesTable>
      )}
      {last && at !== undefined ? (
        <Neighbours title={texts.runner.aroundAt(at)} run={last} rounding={rounding} />
      ) : null}
      {last || config.isCorrected ? (
        <p className="flow unprinted">
          {last ? (
            <Link className="pill" to={addressComparison(result.events, [result.runnerId])}>
              {texts.race.compare}
            </Link>
          ) : null}
          {config.isCorrected ? (
            <Link className="pill" to={SPECTATORS_SCREENS.corrections}>
              {texts.spectators.corrections}
            </Link>
          ) : null}
        </p>
      ) : null}
      {isRacing ? <NewsControl className="panel" runner={result} /> : null}
    </RunnerFrame>
  );
}
