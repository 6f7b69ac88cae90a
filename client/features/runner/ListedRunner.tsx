import type { ReactNode } from 'react';
import { AHEAD } from '#shared/format/describe-result.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { RunnerStatus, UnrankedResult } from '#shared/model/result.ts';
import { stageLengthsOf } from '#shared/scoring/course.ts';
import type { AllTexts } from '#shared/texts/en-screens.ts';
import { lookAhead } from '#shared/forecast/forecast.ts';
import { useHeardMoment } from '#client/live/use-heard-moment.ts';
import { useRace } from '#client/live/race-store.tsx';
import { describeName } from '#shared/format/describe-name.ts';
import { addressComparison } from '#client/spectators/race/comparison.ts';
import { Link } from '#client/ui/Link.tsx';
import { NewsControl } from '#client/spectators/news/NewsControl.tsx';
import { useTick } from '#client/ui/use-tick.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { CorrectionsOfRunner } from './CorrectionsOfRunner.tsx';
import { CourseLine } from './CourseLine.tsx';
import { describeListed } from './describe-runner.ts';
import { FinishCard } from './FinishCard.tsx';
import { type CourseLayout, type CourseName, layOutCourse } from './lay-out-course.ts';
import { type StageLine, listStages, nameStage } from './list-stages.ts';
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
  const layout = layOutCourse(
    runs,
    expected,
    result.status,
    elapsedMs,
    stageLengthsOf(result.events, courses),
  );
  const course = courses.findCourse(result.events);
  const line = (
    <CourseLine
      layout={layout}
      profile={course?.profile}
      names={listNames(lines, result.status, layout, course?.lengthM, texts)}
    />
  );
  const isUnseen = result.status === 'dnf' && lines.length === 0;
  const status = describeListed(result, finish, { texts, config, nowMs });
  const at =
    last?.point === 'finish'
      ? texts.runner.theFinish
      : last && nameStage(last.point, result, { texts, config });

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
      {isUnseen ? null : (
        <StagesTable lines={lines} name={describeName(result, texts.common)}>
          {result.status === 'finished' && course?.profile ? line : null}
        </StagesTable>
      )}
      <CorrectionsOfRunner result={result} config={config} nowMs={nowMs} />
      {last && at !== undefined ? (
        <Neighbours title={texts.runner.aroundAt(at)} run={last} rounding={rounding} />
      ) : null}
      {last ? (
        <p className="unprinted">
          <Link className="pill" to={addressComparison(result.events, [result.runnerId])}>
            {texts.race.compare}
          </Link>
        </p>
      ) : null}
      {isRacing ? <NewsControl className="panel" runner={result} /> : null}
    </RunnerFrame>
  );
}

/**
 * The labels below the course line: the points, with the times at the last and the next one, and the distance to the
 * finish if the length of the course is known.
 */
function listNames(
  lines: readonly StageLine[],
  status: RunnerStatus,
  { marks, runnerAt }: CourseLayout,
  lengthM: number | undefined,
  { runner, common }: Pick<AllTexts, 'runner' | 'common'>,
): readonly CourseName[] {
  const isRacing = status === 'racing';
  const passed = lines.findLastIndex(({ state }) => state === 'passed');
  const next = isRacing ? lines[passed + 1] : undefined;
  const isExpected = next?.time !== AHEAD;
  const left = lengthM === undefined || !next ? '' : common.kilometres(lengthM * (1 - runnerAt));
  // Without an expected time the position is only known at the last point.
  const toGo = left && (isExpected ? runner.toGo(left) : runner.lastSeenFrom(left));
  return lines.map((line, index) => {
    const time = status !== 'finished' && index === passed ? line.clock : undefined;
    const ahead = line === next && isExpected ? line.time : '';
    const isFinish = line.point === 'finish';
    const text = join(' ', line.name, time, ahead);
    return { text: isFinish ? join(' · ', text, toGo) : text, at: marks[index]?.at ?? 1 };
  });
}

function join(by: string, ...parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(by);
}
