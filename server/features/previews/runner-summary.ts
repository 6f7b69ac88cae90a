import type { LiveRace } from '#server/race/live-race.ts';
import { PublicRunners } from '#server/race/public-runners.ts';
import type { RacePlaces } from '#server/race/race-places.ts';
import { describeDay } from '#server/web/head/race-summary.ts';
import type { ServerTexts } from '#server/web/served-texts.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { describeTotal, locateOnCourse } from '#shared/format/describe-result.ts';
import { formatElapsed } from '#shared/format/format-time.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { findResultsState, isClosedFor } from '#shared/model/race-config.ts';
import type { EventCode } from '#shared/model/event.ts';
import type { Ranking } from '#shared/model/ranking.ts';
import type { RunnerStatus, Starter, UnrankedResult } from '#shared/model/result.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { labelCheckpoint } from '#shared/scoring/course.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { findFirstGun } from '#shared/scoring/tabs.ts';
import { countAmong, type GroupPlace, type GroupPlaces } from '#shared/scoring/group-places.ts';

/** A place of a runner in words: `41st`, `of 88 overall`. */
interface SummaryPlace {
  readonly place: string;
  readonly among: string;
}

interface SummarySplit {
  readonly name: string;
  readonly time: string;
  readonly place: string;
}

/** What is known of a runner who is still out, which is no result. */
interface SummarySoFar {
  /** `Pentre Ifan at 12:02`, or `Pentre Ifan` where the start is unknown. */
  readonly passing: string;
  /** `2:02:00 so far` */
  readonly time: string;
  /** The caption of the places: `So far, at Pentre Ifan`. */
  readonly places: string;
}

/** What previews and pictures say of a runner, in one language. */
export interface RunnerSummary {
  readonly runnerId: string;
  readonly language: string;
  readonly event: EventCode;
  readonly raceTitle: string;
  /** The name of the distance. */
  readonly race: string;
  readonly day: string;
  /** For a private runner `bib 363`. */
  readonly name: string;
  readonly isNameless: boolean;
  /** `bib 363`; empty without one. */
  readonly bibText: string;
  /** For a name and a bib that cannot be drawn. */
  readonly anyRunner: string;
  /** For a name with letters that cannot be drawn. */
  readonly otherScript: string;
  readonly club: string;
  readonly ageGroup: string;
  readonly status: RunnerStatus | 'waiting';
  /** `41st`, `On course`, `Did not finish`. */
  readonly outcome: string;
  /** The caption of the time: `Finished`, and for a closed race how final it is; empty without a time. */
  readonly caption: string;
  /** The total of a finisher; empty for everybody else. */
  readonly time: string;
  /** For a runner who is still out, the last point passed. */
  readonly soFar?: SummarySoFar;
  readonly sentence: string;
  readonly places: readonly SummaryPlace[];
  readonly splits: readonly SummarySplit[];
}

type Told = Pick<
  RunnerSummary,
  'status' | 'outcome' | 'caption' | 'time' | 'soFar' | 'sentence' | 'places'
>;

/** What a picture shows, with the time it was made while the runner may still finish. */
export interface PicturedRunner extends RunnerSummary {
  /** `As of 12:40`; empty once there is a result. */
  readonly asOf: string;
}

/** Summarises runners as they are now, as far as the public may know. */
export class RunnerSummaries {
  readonly #race: LiveRace;
  readonly #runners: PublicRunners;
  readonly #places: RacePlaces;

  constructor(race: LiveRace, places: RacePlaces) {
    this.#race = race;
    this.#runners = new PublicRunners(race);
    this.#places = places;
  }

  /** The summary of the runner with this id or bib; undefined for nobody. */
  tell(idOrBib: string, texts: ServerTexts): RunnerSummary | undefined {
    const starter = this.#runners.find(idOrBib);
    if (!starter) return undefined;
    const { config, standings } = this.#race;
    const label = labelEvent(starter.events, config);
    const result = standings.find(starter.runnerId);
    const places = this.#places;
    return {
      runnerId: starter.runnerId,
      language: texts.code,
      event: starter.events,
      raceTitle: config.pageTitle,
      race: label,
      day: describeDay(config, texts, this.#findGun(starter)),
      name: describeName(starter, texts.page.common),
      isNameless: starter.firstName + starter.lastName === '',
      bibText: starter.bibNumber === '' ? '' : texts.page.common.bibOf(starter.bibNumber),
      anyRunner: texts.page.common.runner,
      otherScript: texts.otherScript,
      club: starter.runClub,
      ageGroup: starter.ageGroup,
      ...(result ? tellResult({ config, places }, result, texts) : tellWaiting(label, texts)),
      splits: result ? listSplits(this.#race, result, texts) : [],
    };
  }

  /**
   * The summary for a picture, which people keep. Not for a document, in which the address of the
   * picture would change each minute.
   */
  tellPictured(idOrBib: string, texts: ServerTexts): PicturedRunner | undefined {
    const summary = this.tell(idOrBib, texts);
    if (!summary) return undefined;
    const isSettled = summary.status === 'finished' || summary.status === 'dnf';
    if (isSettled) return { ...summary, asOf: '' };
    const { timeZone } = this.#race.config;
    const nowMs = Date.now();
    // The picture is of race day, so the text gives any other day.
    const gunMs = this.#findGun({ runnerId: summary.runnerId, events: summary.event }) ?? nowMs;
    const clock = texts.page.common.dates.clockOn(nowMs, gunMs, timeZone);
    return { ...summary, asOf: texts.page.printed.asOf(clock) };
  }

  /** The gun of a runner (RULES.md ST12), but of the event for a private one: a wave would tell who they are. */
  #findGun({ runnerId, events }: Pick<Starter, 'runnerId' | 'events'>): EpochMs | undefined {
    const { config } = this.#race;
    const runner = this.#race.findRunner(asRunnerId(runnerId));
    const ownMs = runner?.isPrivate ? undefined : runner && scoringRulesOf(config).gunOf(runner);
    return ownMs ?? findFirstGun(events, config);
  }
}

interface Scene extends Pick<LiveRace, 'config'> {
  readonly places: RacePlaces;
}

const UNTIMED = { caption: '', time: '', places: [] } as const;

function tellWaiting(race: string, texts: ServerTexts): Told {
  const sentence = texts.isWaiting(race);
  return { ...UNTIMED, status: 'waiting', outcome: texts.waiting, sentence };
}

function rankingIn({ config }: Scene, { events }: UnrankedResult): Ranking {
  return coursesOf(config).rankingOf(events);
}

function tellResult(scene: Scene, result: UnrankedResult, texts: ServerTexts): Told {
  const label = labelEvent(result.events, scene.config);
  switch (result.status) {
    case 'finished': {
      const groups = scene.places.find(result, 'finish');
      const places = describePlaces(groups, result, texts, scene);
      const state = findResultsState([result.events], scene.config);
      const standing = texts.page.connection;
      const time = describeTotal(result, texts.page.outcome, rankingIn(scene, result));
      return {
        status: 'finished',
        outcome: groups.overall ? texts.page.common.ordinal(groups.overall.place) : texts.finished,
        caption: state === 'open' ? texts.finished : `${texts.finished} · ${standing[state]}`,
        time,
        sentence: `${[texts.hasFinished(label, time), listPlaces(places)].filter(Boolean).join(': ')}.`,
        places,
      };
    }
    case 'racing':
      return tellRacing(scene, result, texts);
    case 'dnf': {
      return result.isDisqualified
        ? { ...UNTIMED, status: 'dnf', outcome: texts.dsq, sentence: texts.disqualified(label) }
        : { ...UNTIMED, status: 'dnf', outcome: texts.dnf, sentence: texts.notFinished(label) };
    }
    default:
      return result.status satisfies never;
  }
}

function tellRacing(scene: Scene, result: UnrankedResult, texts: ServerTexts): Told {
  const { config, places: all } = scene;
  const seen = locateOnCourse(result, coursesOf(config));
  const told = { status: 'racing', outcome: texts.onCourse } as const;
  if (!seen) {
    const sentence = texts.hasStarted(labelEvent(result.events, config));
    return { ...UNTIMED, ...told, sentence };
  }
  const { slot, elapsedMs } = seen;
  const { startedAtMs } = result;
  const { dates } = texts.page.common;
  const point = labelCheckpoint(slot, config, result.events);
  const places = describePlaces(all.find(result, slot), result, texts, scene);
  const time = formatElapsed(elapsedMs, rankingIn(scene, result).rounding);
  const passing =
    startedAtMs === null
      ? point
      : `${point} ${dates.clockAt(startedAtMs + elapsedMs, Date.now(), config.timeZone)}`;
  return {
    ...UNTIMED,
    ...told,
    soFar: { passing, time: texts.soFar(time), places: texts.placesSoFar(point) },
    sentence: texts.isOnCourse(passing, time, listPlaces(places)),
    places,
  };
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
      ? { place: common.ordinal(found.place), among: among(countAmong(found, isClosed)) }
      : undefined;
  const code = coursesOf(config).sexOf(result.ageGroup);
  const ofSex = code && runner.ofSex[code];
  return [
    describe(overall, runner.ofAll),
    ofSex && describe(sex, ofSex),
    describe(ageGroup, (count) => runner.ofGroup(result.ageGroup, count)),
  ].filter((place) => place !== undefined);
}

function listSplits(
  { config, standings }: LiveRace,
  result: UnrankedResult,
  { page }: ServerTexts,
): SummarySplit[] {
  const { rounding } = standings.courses.rankingOf(result.events);
  const places = standings.checkpointPlacesOf(result.runnerId);
  return standings.courses.stagesOf(result.events).flatMap(({ slot }) => {
    const splitMs = result.splitsMs[slot] ?? null;
    if (splitMs === null) return [];
    const place = places[slot] ?? null;
    return {
      name: labelCheckpoint(slot, config, result.events),
      time: formatElapsed(splitMs, rounding),
      place: place === null ? '' : page.common.ordinal(place),
    };
  });
}
