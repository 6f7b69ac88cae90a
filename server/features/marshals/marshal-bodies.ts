import type { LiveRace } from '#server/race/live-race.ts';
import type { MarshalPass } from '#server/race/marshal-pass.ts';
import { expectAt, type RaceForecasts } from '#server/race/race-forecasts.ts';
import { CachedBody, MadeBody } from '#server/web/cached-body.ts';
import { codePoint } from '#shared/model/decisions.ts';
import { isWristbanded, type Runner } from '#shared/model/runner.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { type DurationMs, type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import { compareText } from '#shared/scoring/order.ts';
import { findPointName } from '#shared/scoring/course.ts';
import { findStartPhases, type StartPhase } from '#shared/scoring/start-phase.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { readSight } from '#shared/control/roll-call.ts';
import { findWhereabouts, type LastRead } from '#shared/scoring/whereabouts.ts';
import { pointOf, stagePointsOf, timeAt } from '#shared/scoring/stages.ts';
import { type DueRunner, type MarshalBody, MAX_DUE_NAMED } from '#shared/wire/marshal-api.ts';

/** The polling interval of phones. */
const RENEW_MS: DurationMs = 30 * SECOND_MS;
/** After closing, runners on course are still on course. */
const NOT_CLOSED = { closed: false, closedEvents: {} };

type OfPoint = Pick<MarshalBody, 'due' | 'dueCount' | 'passedCount' | 'outCount' | 'bibs'>;

/** The bodies of GET /api/marshal (RULES.md MA5); the phones at a point share the list of due runners. */
export class MarshalBodies {
  readonly #race: LiveRace;
  readonly #forecasts: Pick<RaceForecasts, 'find'>;
  readonly #now: () => EpochMs;
  readonly #byPoint = new Map<TimePoint, MadeBody>();

  constructor(race: LiveRace, forecasts: Pick<RaceForecasts, 'find'>, now = Date.now) {
    this.#race = race;
    this.#forecasts = forecasts;
    this.#now = now;
    race.on('outdated', () => {
      for (const body of this.#byPoint.values()) body.clear();
    });
  }

  async get({ passId, point, name, untilMs }: MarshalPass): Promise<CachedBody> {
    const ofPoint = this.#bodyOf(point).get(this.#now());
    const { pageTitle: title, timeZone } = this.#race.config;
    const own: Omit<MarshalBody, keyof OfPoint> = {
      point,
      pointName: this.#namePoint(point),
      name,
      untilMs,
      title,
      timeZone,
      serverMs: this.#now(),
    };
    const rest = await ofPoint.encode('identity');
    const begin = Buffer.from(`${JSON.stringify(own).slice(0, -1)},`);
    return new CachedBody({
      etag: `${ofPoint.etag.slice(0, -1)}-${passId.slice(0, 12)}"`,
      bytes: Buffer.concat([begin, rest.subarray(1)]),
    });
  }

  #namePoint(point: TimePoint): string {
    const { config } = this.#race;
    return (
      findPointName(point, config) ??
      codePoint(point).replace(/^[a-z]/, (letter) => letter.toUpperCase())
    );
  }

  #bodyOf(point: TimePoint): MadeBody {
    const known = this.#byPoint.get(point);
    if (known) return known;
    const body = new MadeBody({
      tag: (nowMs) => this.#tag(point, nowMs),
      make: (nowMs) => this.#make(point, nowMs),
    });
    this.#byPoint.set(point, body);
    return body;
  }

  #tag(point: TimePoint, nowMs: EpochMs): string {
    const { epoch, version } = this.#race.head;
    return `W/"${epoch}-${version}-${Math.floor(nowMs / RENEW_MS)}-${point}"`;
  }

  #make(point: TimePoint, nowMs: EpochMs): OfPoint {
    const { courses } = this.#race.standings;
    const { config, massStarts } = this.#race;
    const settings = { ...NOT_CLOSED, massStarts };
    const phaseOf = findStartPhases(settings, scoringRulesOf(config), nowMs);
    const runners = Array.from(this.#race.listRunners()).filter(({ event }) =>
      courses.routeOf(event).includes(point),
    );
    const due: DueRunner[] = [];
    const counts = { due: 0, passed: 0, out: 0 };
    for (const runner of runners) {
      const where = this.#place(runner, point, phaseOf(runner));
      if (where === 'elsewhere') continue;
      counts[where] += 1;
      if (where === 'due') due.push(...this.#present(runner, point, nowMs));
    }
    const soonest = due.toSorted(compareDue);
    return {
      due: soonest.slice(0, MAX_DUE_NAMED),
      dueCount: counts.due,
      passedCount: counts.passed,
      outCount: counts.out,
      bibs: soonest.map(({ bib }) => bib),
    };
  }

  /** Whether a runner is due at the point, has passed it, or is out before it (RULES.md MA5). */
  #place(
    runner: Runner,
    point: TimePoint,
    phase: StartPhase,
  ): 'due' | 'passed' | 'out' | 'elsewhere' {
    const { runnerId, event, overrideTime } = runner;
    const { missing, standings } = this.#race;
    const { courses } = standings;
    const reports = this.#race.reports.of(runnerId);
    const lastRead = this.#findLastRead(runner);
    const course = courses.routeOf(event);
    const { state, after = -1 } = findWhereabouts({
      route: course,
      overrideTime,
      disqualifiedMs: runner.disqualified?.atMs,
      isBanded: isWristbanded(runner),
      isMissing: missing.runnerIds.has(runnerId),
      isInByLaps: overrideTime === '' && missing.findOutSeen(runnerId) !== undefined,
      finishMs: missing.findDnfFinish(runnerId),
      lastRead,
      reports,
      isStartedByGun: phase === 'by-gun',
    });
    const at = course.indexOf(point);
    const result = standings.find(runnerId);
    const isThere = (one: TimePoint | undefined): boolean =>
      one !== undefined && course.indexOf(one) >= at;
    const isPassed =
      state === 'finished' ||
      missing.findDnfFinish(runnerId) !== undefined ||
      after >= at ||
      isThere(lastRead?.point) ||
      isThere(lastRead?.stage?.point) ||
      reports.some(
        ({ kind, point: seen }) => (kind === 'seen' || kind === 'stopped') && isThere(seen),
      ) ||
      (result !== undefined &&
        stagePointsOf(event, courses).some(
          (one) => isThere(pointOf(one, courses)) && timeAt(result, one) !== null,
        ));
    if (isPassed) return 'passed';
    // The start expects runners never seen.
    if (state === 'on-course' || (at === 0 && state === 'never-seen')) return 'due';
    return state === 'out-safe' || state === 'out-not-safe' ? 'out' : 'elsewhere';
  }

  #findLastRead({ runnerId, event }: Runner): LastRead | undefined {
    const { missing } = this.#race;
    const seen = missing.findOutSeen(runnerId) ?? missing.findLastSeen(runnerId);
    return seen && readSight(this.#race.standings.courses.routeOf(event), seen);
  }

  /** Empty for a runner without a bib: a marshal can't report them. */
  #present(runner: Runner, point: TimePoint, nowMs: EpochMs): DueRunner[] {
    const { bibNumber: bib, firstName, lastName, isPrivate = false, runnerId, event } = runner;
    if (bib === '') return [];
    const name = isPrivate ? '' : `${firstName} ${lastName}`.trim();
    const result = this.#race.standings.find(runnerId);
    const expected = result && this.#forecasts.find(event).expect(result);
    const { courses } = this.#race.standings;
    const stage = expected?.find((one) => pointOf(one.stage, courses) === point);
    const times = result && stage && expectAt(stage, result, nowMs);
    return [{ bib, ...(name !== '' && { name }), ...times }];
  }
}

/** By the expected time, then, if unknown, by the bib. */
function compareDue(a: DueRunner, b: DueRunner): number {
  const { expectedMs: first = Infinity } = a;
  const { expectedMs: second = Infinity } = b;
  if (first !== second) return first - second;
  return a.bib.length - b.bib.length || compareText(a.bib, b.bib);
}
