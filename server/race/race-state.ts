import { isDeepStrictEqual } from 'node:util';

import {
  type Contradiction,
  contradictMoment,
  contradictTotal,
  isHandMade,
} from '#shared/checks/contradictions.ts';
import { type CheckedRunner, readRunner, type RunnerReads } from '#shared/checks/runner-reads.ts';
import { type ExchangeBands, findToCheck } from '#shared/checks/to-check.ts';
import { type Courses, coursesOf } from '#shared/model/courses.ts';
import type { BandId, EventCode, RunnerId } from '#shared/model/ids.ts';
import { DEFAULT_CONFIG, type RaceConfig } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { parseOverride } from '#shared/model/typed-words.ts';
import { type LatePassing, listLatePassings } from '#shared/scoring/cut-offs.ts';
import { presentUnrankedResult } from '#shared/scoring/present-result.ts';
import { scoreRunner } from '#shared/scoring/score-runner.ts';
import { type ScoringRules, scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { isAtMat, TimedLines } from '#shared/scoring/start-line.ts';
import { hasAnyGun } from '#shared/scoring/start-phase.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';
import type { ToCheck } from '#shared/wire/missing-api.ts';

import { type MissingList, standingOf } from './missing-list.ts';
import type { ScoredRunner } from './present-runner.ts';
import { type RaceContent, RaceRecords, RECORDS_A_STEP } from './race-records.ts';
import { compareResults, type ResultChange } from './results-delta.ts';

/**
 * Runners to check (RULES.md MS7). A change costs a step in a set; changed runners are read again and the list is made
 * when somebody asks. The object changes only when the contents do, so a sender can compare by identity.
 */
class CheckList {
  readonly #find: (runnerId: RunnerId) => CheckedRunner | undefined;
  readonly #exchange: ExchangeBands;
  readonly #courses: Courses;
  readonly #reads = new Map<RunnerId, RunnerReads>();
  readonly #outdated = new Set<RunnerId>();
  #found: ToCheck = { count: 0, runners: [] };

  /** `find` gives a runner's current state; undefined for a deleted one. */
  constructor(
    find: (runnerId: RunnerId) => CheckedRunner | undefined,
    exchange: ExchangeBands,
    courses: Courses,
  ) {
    this.#courses = courses;
    this.#find = find;
    this.#exchange = exchange;
  }

  /** Something changed about a runner, their scans or their outcome. */
  outdate(runnerId: RunnerId): void {
    this.#outdated.add(runnerId);
  }

  read(): ToCheck {
    if (this.#outdated.size === 0) return this.#found;
    for (const runnerId of this.#outdated) {
      const one = this.#find(runnerId);
      if (one) this.#reads.set(runnerId, readRunner(one, this.#courses));
      else this.#reads.delete(runnerId);
    }
    this.#outdated.clear();
    const found = findToCheck([...this.#reads.values()], this.#courses, this.#exchange);
    if (!isDeepStrictEqual(found, this.#found)) this.#found = found;
    return this.#found;
  }
}

interface StartRead {
  readonly event: EventCode;
  readonly isAtMat: boolean;
}

/** The runners of each event who were read at the start (RULES.md ST11). */
class StartReads {
  readonly #reads = new Map<RunnerId, StartRead>();
  /** The number of runners that a start mat read. */
  readonly #counts = new Map<EventCode, number>();

  /** Without an event for a runner who was not read there, or was deleted. */
  put(runnerId: RunnerId, event?: EventCode, isAtMat = false): void {
    const before = this.#reads.get(runnerId);
    if (before?.isAtMat) this.#count(before.event, -1);
    if (event === undefined) {
      this.#reads.delete(runnerId);
      return;
    }
    if (isAtMat) this.#count(event, 1);
    this.#reads.set(runnerId, { event, isAtMat });
  }

  isRead(runnerId: RunnerId): boolean {
    return this.#reads.has(runnerId);
  }

  has(event: EventCode): boolean {
    return (this.#counts.get(event) ?? 0) > 0;
  }

  #count(event: EventCode, change: number): void {
    this.#counts.set(event, (this.#counts.get(event) ?? 0) + change);
  }
}

interface Effect {
  readonly results: readonly ResultChange[];
  /** Runners entered, edited, deleted or reported on. */
  readonly runners: readonly RunnerId[];
  /** Whether the settings changed, or the events that went by the gun alone. */
  readonly isConfigChanged: boolean;
  /** Runners who became private and may have been public before. */
  readonly hidden: readonly RunnerId[];
}

/**
 * The race in memory: its records, and what follows from them: everybody's score,
 * ranked, who is missing and whom to check. A pure function of the record, kept
 * up to date a change at a time; a scan costs the scoring of one runner and a
 * move in the sorted lists of the standings.
 */
export class RaceState extends RaceRecords {
  readonly standings: Standings;
  /** By runner, the points at which a time by hand counts (RULES.md HT2); nobody is listed without one. */
  readonly timedByHand = new Map<string, readonly TimePoint[]>();
  #rules: ScoringRules;
  readonly #lines = new TimedLines();
  readonly #startReads = new StartReads();
  /** Late passings, by those who have any (RULES.md CU3). */
  readonly #late = new Map<RunnerId, readonly LatePassing[]>();
  readonly #contradicted = new Map<RunnerId, Contradiction>();
  readonly #checkList: CheckList;

  /** An empty race with this setup; its list of the missing continues `before`. */
  constructor(config: RaceConfig = DEFAULT_CONFIG, before?: MissingList) {
    super(config, before);
    const courses = coursesOf(config);
    this.#rules = scoringRulesOf(config);
    this.standings = new Standings(courses);
    this.#checkList = new CheckList(
      (runnerId) => this.#findChecked(runnerId),
      ({ runner: a }, { runner: b }) =>
        a.bandId === undefined || b.bandId === undefined
          ? undefined
          : [this.#checkWearing(a, b.bandId), this.#checkWearing(b, a.bandId)],
      courses,
    );
  }

  /** The race of a whole record; see {@link fill} for a large one. */
  static of(content: RaceContent, before?: MissingList): RaceState {
    const state = new RaceState(content.config, before);
    for (const _ of state.fill(content));
    return state;
  }

  /** The events in which somebody has a gun and nobody was read at the start (RULES.md ST11). */
  get massStarts(): readonly EventCode[] {
    const { totals } = this;
    return this.standings.courses.events.filter(
      (event) =>
        hasAnyGun(event, this.#rules) && (totals[event] ?? 0) > 0 && !this.#startReads.has(event),
    );
  }

  /** Runners to check, and why (RULES.md MS7); the same object as long as nothing changes. */
  get toCheck(): ToCheck {
    return this.#checkList.read();
  }

  findScored(runnerId: RunnerId): ScoredRunner | undefined {
    const runner = this.findRunner(runnerId);
    return runner && this.#score(runner);
  }

  /** Loads a whole record; yields between records, so that others can have a turn. */
  *fill(content: Omit<RaceContent, 'config'>): Generator<void, void> {
    yield* this.takeWhole(content);
    const results = new Map<RunnerId, UnrankedResult>();
    let count = 0;
    // The gaps of the lines are known once everybody is scored.
    for (const list of [() => this.listRunners(), () => this.#listMoved()]) {
      for (const runner of list()) {
        const result = this.#present(this.#scoreAndNote(runner));
        if (result) results.set(runner.runnerId, result);
        if (++count % RECORDS_A_STEP === 0) yield;
      }
    }
    this.standings.replaceAll([...results.values()], this.totals);
    this.missing.setMassStarts(this.massStarts);
  }

  /** Applies the operations of one change that keeps the setup (RULES.md RD1). Applying them again changes nothing. */
  apply(ops: readonly ChangeOp[]): Effect {
    const { totals: totalsBefore, config: configBefore } = this;
    const massStartsBefore = this.massStarts.join();
    const { scored, edited, hidden } = this.take(ops);
    if (this.config !== configBefore) this.#rules = scoringRulesOf(this.config);
    const results = [...scored].flatMap((runnerId) => this.#rescore(runnerId));
    for (const { runnerId } of this.#listMoved()) results.push(...this.#rescore(runnerId));
    const { totals } = this;
    const { events } = this.standings.courses;
    const isTotalsChanged = events.some((event) => totalsBefore[event] !== totals[event]);
    if (isTotalsChanged) this.standings.setTotals(totals);
    this.missing.setMassStarts(this.massStarts);
    return {
      results,
      runners: [...edited],
      isConfigChanged: this.config !== configBefore || this.massStarts.join() !== massStartsBefore,
      hidden: [...hidden],
    };
  }

  #rescore(runnerId: RunnerId): ResultChange[] {
    const runner = this.findRunner(runnerId);
    const before = this.standings.find(runnerId);
    const after = runner && this.#present(this.#scoreAndNote(runner));
    if (!runner) this.#forget(runnerId);
    const change = compareResults(runnerId, before, after);
    if (!change) return [];
    if (after) this.standings.put(after);
    else this.standings.remove(runnerId);
    return [change];
  }

  #scoreAndNote(runner: Runner): ScoredRunner {
    const scored = this.#score(runner);
    const { score, scans } = scored;
    const { runnerId } = runner;
    this.#lines.put(runnerId, score);
    this.#startReads.put(runnerId, score.crossing && runner.event, isAtMat(score.crossing));
    this.#checkList.outdate(runnerId);
    const late = listLatePassings(runner, score.counted, this.#rules);
    put(this.#late, runnerId, late.length > 0 ? late : undefined);
    const byHand = Array.from(score.counted).flatMap(([point, { isByHand }]) =>
      isByHand ? point : [],
    );
    put(this.timedByHand, runnerId, byHand.length > 0 ? byHand : undefined);
    put(this.#contradicted, runnerId, findContradiction(scored));
    this.missing.setRunner(runnerId, standingOf(runner, scans, score, this.standings.courses));
    return scored;
  }

  #forget(runnerId: RunnerId): void {
    this.#lines.put(runnerId);
    this.#startReads.put(runnerId);
    this.#checkList.outdate(runnerId);
    for (const noted of [this.#late, this.timedByHand, this.#contradicted]) noted.delete(runnerId);
    this.missing.setRunner(runnerId, undefined);
  }

  #score(runner: Runner): ScoredRunner {
    const scans = this.scansOf(runner);
    const rules = this.#rules;
    const { gaps } = this.#lines;
    return { runner, scans, rules, gaps, score: scoreRunner(runner, scans, rules, gaps) };
  }

  /** The row; undefined for a runner who is not listed. */
  #present({ runner, score }: ScoredRunner): UnrankedResult | undefined {
    return score.listed ? presentUnrankedResult(runner, score, this.#rules.courses) : undefined;
  }

  /** The reads of a runner that contradict a time by hand. */
  findContradiction(runnerId: RunnerId): Contradiction | undefined {
    return this.#contradicted.get(runnerId);
  }

  #findChecked(runnerId: RunnerId): CheckedRunner | undefined {
    const runner = this.findRunner(runnerId);
    return (
      runner && {
        runner,
        result: this.standings.find(runnerId),
        scans: this.scansOf(runner),
        isStartRead: this.#startReads.isRead(runnerId),
        gunMs: this.#rules.gunOf(runner),
        late: this.#late.get(runnerId) ?? [],
        byHand: this.#contradicted.get(runnerId),
      }
    );
  }

  /** The reasons to check a runner if they had another band. */
  #checkWearing(runner: Runner, bandId: BandId): CheckedRunner {
    const scored = this.#score({ ...runner, bandId });
    return {
      runner: scored.runner,
      scans: scored.scans,
      result: this.#present(scored),
      isStartRead: scored.score.crossing !== undefined,
      gunMs: this.#rules.gunOf(runner),
    };
  }

  /** Runners whose start or finish changed because of others' reads at the mats of the line. */
  #listMoved(): Runner[] {
    return Array.from(this.#lines.update(), (id) => this.findRunner(id as RunnerId) ?? []).flat();
  }
}

/** The reads that contradict a runner's total by hand, else a time by hand that counts at a point (RULES.md OV11). */
function findContradiction({
  runner,
  scans,
  score,
  rules,
}: ScoredRunner): Contradiction | undefined {
  const hands = scans.some(isHandMade) ? Array.from(score.counted.values()).filter(isHandMade) : [];
  if (runner.overrideTime === '' && hands.length === 0) return undefined;
  const finish = score.counted.get('finish');
  const own = {
    event: runner.event,
    startMs: score.startMs ?? undefined,
    scans,
    finishMs: finish && !isHandMade(finish) ? finish.timeMs : undefined,
  };
  const { courses } = rules;
  if (parseOverride(runner.overrideTime)) return contradictTotal(runner.overrideTime, own, courses);
  for (const { points, timeMs } of hands) {
    const [point] = points;
    const found = point && contradictMoment({ point, atMs: timeMs }, own, courses);
    if (found) return found;
  }
  return undefined;
}

/** Without a value the key goes. */
function put<K, V>(map: Map<K, V>, key: K, value: V | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}
