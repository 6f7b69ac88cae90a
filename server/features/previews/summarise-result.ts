import type { LiveRace } from '#server/race/live-race.ts';
import type { ServerTexts } from '#server/web/page-request.ts';
import { describeTotal, locateOnCourse } from '#shared/format/describe-result.ts';
import { formatElapsed } from '#shared/format/format-time.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { findResultsState, isClosedFor } from '#shared/model/race-config.ts';
import type { Ranking } from '#shared/model/ranking.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { labelCheckpoint } from '#shared/scoring/course.ts';
import { countAmong, type GroupPlace, type GroupPlaces } from '#shared/scoring/stages.ts';

/** `41st`, `of 88 overall`. */
interface SummaryPlace {
  readonly place: string;
  readonly among: string;
}

export interface ResultSummary {
  /** `41st`, `On course`, `Did not finish`. */
  readonly outcome: string;
  /** The caption of the time: `Finished`, in a closed race with `provisional` or `official`; empty without a time. */
  readonly caption: string;
  /** The total of a finisher, or empty. */
  readonly time: string;
  /** All of it as one sentence. */
  readonly sentence: string;
  readonly places: readonly SummaryPlace[];
}

type Scene = Pick<LiveRace, 'config' | 'standings'>;

const UNTIMED = { caption: '', time: '', places: [] } as const;

/** For a runner not yet seen; `race` is the name of the distance. */
export function summariseWaiting(race: string, texts: ServerTexts): ResultSummary {
  const sentence = texts.isWaiting(race);
  return { ...UNTIMED, outcome: texts.page.finding.notSeen, sentence };
}

function rankingIn({ config }: Scene, { events }: UnrankedResult): Ranking {
  return coursesOf(config).rankingOf(events);
}

export function summariseResult(
  scene: Scene,
  result: UnrankedResult,
  texts: ServerTexts,
): ResultSummary {
  const label = labelEvent(result.events, scene.config);
  switch (result.status) {
    case 'finished': {
      const groups = scene.standings.groupPlacesAt(result, 'finish');
      const places = describePlaces(groups, result, texts, scene);
      const state = findResultsState([result.events], scene.config);
      const standing = texts.page.connection;
      const { finished } = texts.page.runner;
      const time = describeTotal(result, texts.page.outcome, rankingIn(scene, result));
      return {
        outcome: groups.overall
          ? texts.page.common.ordinal(groups.overall.place, coursesOf(scene.config).sexOf(result))
          : finished,
        caption: state === 'open' ? finished : `${finished} · ${standing[state]}`,
        time,
        sentence: `${[texts.hasFinished(label, time), listPlaces(places)].filter(Boolean).join(': ')}.`,
        places,
      };
    }
    case 'racing':
      return summariseRacing(scene, result, texts);
    case 'dnf': {
      const { disqualified, didNotFinish } = texts.page.runner;
      const sentence = result.isDisqualified ? texts.disqualified(label) : texts.notFinished(label);
      const outcome = result.isDisqualified ? disqualified : didNotFinish;
      return { ...UNTIMED, outcome, sentence };
    }
    default:
      return result.status satisfies never;
  }
}

function summariseRacing(scene: Scene, result: UnrankedResult, texts: ServerTexts): ResultSummary {
  const { config, standings } = scene;
  const seen = locateOnCourse(result, coursesOf(config));
  const onCourse = { ...UNTIMED, outcome: texts.page.results.onCourse };
  if (!seen) {
    const sentence = texts.hasStarted(labelEvent(result.events, config));
    return { ...onCourse, sentence };
  }
  const { slot, elapsedMs } = seen;
  const { startedAtMs } = result;
  const { dates } = texts.page.common;
  const point = labelCheckpoint(slot, config, result.events);
  const places = describePlaces(standings.groupPlacesAt(result, slot), result, texts, scene);
  const time = formatElapsed(elapsedMs, rankingIn(scene, result).rounding);
  // Without the time of day if the start is unknown.
  const passing =
    startedAtMs === null
      ? point
      : `${point} ${dates.clockAt(startedAtMs + elapsedMs, Date.now(), config.timeZone)}`;
  return { ...onCourse, sentence: texts.isOnCourse(passing, time, listPlaces(places)) };
}

function listPlaces(places: readonly SummaryPlace[]): string {
  return places.map(({ place, among }) => `${place} ${among}`).join(', ');
}

function describePlaces(
  { overall, sex, ageGroup }: GroupPlaces,
  result: UnrankedResult,
  texts: ServerTexts,
  { config }: Scene,
): SummaryPlace[] {
  const isClosed = isClosedFor(result.events, config);
  const { common, runner } = texts.page;
  const describe = (
    found: GroupPlace | null,
    among: (count: number) => string,
  ): SummaryPlace | undefined =>
    found
      ? { place: common.ordinal(found.place, code), among: among(countAmong(found, isClosed)) }
      : undefined;
  const code = coursesOf(config).sexOf(result);
  const ofSex = code && runner.ofSex[code];
  return [
    describe(overall, runner.ofAll),
    ofSex && describe(sex, ofSex),
    describe(ageGroup, (count) => runner.ofGroup(result.ageGroup, count)),
  ].filter((place) => place !== undefined);
}
