import { isDeepStrictEqual } from 'node:util';

import { contradictMoment, contradictTotal, isHandMade } from '#shared/checks/contradictions.ts';
import { type CheckedRunner, readRunner, type RunnerReads } from '#shared/checks/runner-reads.ts';
import { findToCheck } from '#shared/checks/to-check.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode, RunnerId } from '#shared/model/ids.ts';
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
import type { Contradiction, ToCheck } from '#shared/wire/missing-api.ts';

import { standingOf } from './missing-list.ts';
import type { ScoredRunner } from './present-runner.ts';
import { type RaceContent, RaceRecords, RECORDS_A_STEP } from './race-records.ts';
import { compareResults, type ResultChange } from './results-delta.ts';

/** What the reads of a runner show, apart from the result. */
interface Noted {
  readonly isStartRead: boolean;
  /** The event, if a start mat read the runner (RULES.md ST11). */
  readonly matOf: EventCode | undefined;
  /** RULES.md CU3. */
  readonly late: readonly LatePassing[];
  readonly contradiction: Contradiction | undefined;
}

interface Effect {
  readonly results: readonly ResultChange[];
  /** Runners entered, edited, deleted or reported on. */
  readonly runners: readonly RunnerId[];
  /** Whether the settings or the mass starts changed. */
  readonly isConfigChanged: boolean;
  /** Runners who became private and may have been public before. */
  readonly hidden: readonly RunnerId[];
}

/**
 * The race in memory: its records, and the standings, the missing and the runners to check that follow from them. A pure
 * function of the record, updated with each change; a scan costs the scoring of one runner and a move in the sorted lists
 * of the standings.
 */
export class RaceState extends RaceRecords {
  readonly standings: Standings;
  /** The points at which a time by hand counts, of each runner with such a point (RULES.md HT2). */
  readonly timedByHand = new Map<string, readonly TimePoint[]>();
  #rules: ScoringRules;
  readonly #lines = new TimedLines();
  readonly #noted = new Map<RunnerId, Noted>();
  /** The number of runners of each event whom a start mat read. */
  readonly #readAtMat = new Map<EventCode, number>();
  readonly #checkedReads = new Map<RunnerId, RunnerReads>();
  /** Runners to read again for {@link toCheck}. */
  readonly #changed = new Set<RunnerId>();
  #toCheck: ToCheck = { count: 0, runners: [] };

  /** An empty race with this setup. */
  constructor(config: RaceConfig = DEFAULT_CONFIG) {
    super(config);
    this.#rules = scoringRulesOf(config);
    this.standings = new Standings(coursesOf(config));
  }

  /** Loads a whole record at once; see {@link fill}. */
  static of(content: RaceContent): RaceState {
    const state = new RaceState(content.config);
    for (const _ of state.fill(content));
    return state;
  }

  /** The events with a gun in which no runner was read at a start mat (RULES.md ST11). */
  get massStarts(): readonly EventCode[] {
    const { totals } = this;
    return this.standings.courses.events.filter(
      (event) =>
        hasAnyGun(event, this.#rules) && (totals[event] ?? 0) > 0 && !this.#readAtMat.get(event),
    );
  }

  /** Runners to check, with the reasons (RULES.md MS7); the same object until its content changes. */
  get toCheck(): ToCheck {
    if (this.#changed.size === 0) return this.#toCheck;
    const { courses } = this.standings;
    for (const runnerId of this.#changed) {
      const checked = this.#findChecked(runnerId);
      put(this.#checkedReads, runnerId, checked && readRunner(checked, courses));
    }
    this.#changed.clear();
    const found = findToCheck([...this.#checkedReads.values()], courses);
    if (!isDeepStrictEqual(found, this.#toCheck)) this.#toCheck = found;
    return this.#toCheck;
  }

  findScored(runnerId: RunnerId): ScoredRunner | undefined {
    const runner = this.findRunner(runnerId);
    return runner && this.#score(runner);
  }

  /** Loads a whole record; yields regularly, so that other work gets its turn. */
  *fill(content: Omit<RaceContent, 'config'>): Generator<void, void> {
    yield* this.takeWhole(content);
    const results = new Map<RunnerId, UnrankedResult>();
    let count = 0;
    // The gaps of the start lines are known after the first round.
    for (const list of [() => this.listRunners(), () => this.#listMoved()]) {
      for (const runner of list()) {
        const result = this.#present(this.#scoreAndNote(runner));
        if (result) results.set(runner.runnerId, result);
        if (++count % RECORDS_A_STEP === 0) yield;
      }
    }
    this.standings.replaceAll([...results.values()], this.totals);
  }

  /** Applies the operations of one change that keeps the setup (RULES.md RD1); idempotent. */
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
    this.#note(runnerId, {
      isStartRead: score.crossing !== undefined,
      matOf: isAtMat(score.crossing) ? runner.event : undefined,
      late: listLatePassings(runner, score.counted, this.#rules),
      contradiction: findContradiction(scored),
    });
    const byHand = Array.from(score.counted).flatMap(([point, { isByHand }]) =>
      isByHand ? point : [],
    );
    put(this.timedByHand, runnerId, byHand.length > 0 ? byHand : undefined);
    this.missing.setRunner(runnerId, standingOf(runner, scans, score, this.standings.courses));
    return scored;
  }

  #forget(runnerId: RunnerId): void {
    this.#lines.put(runnerId);
    this.#note(runnerId, undefined);
    this.timedByHand.delete(runnerId);
    this.missing.setRunner(runnerId, undefined);
  }

  #note(runnerId: RunnerId, noted: Noted | undefined): void {
    const [was, is] = [this.#noted.get(runnerId)?.matOf, noted?.matOf];
    if (was !== undefined) this.#readAtMat.set(was, (this.#readAtMat.get(was) ?? 0) - 1);
    if (is !== undefined) this.#readAtMat.set(is, (this.#readAtMat.get(is) ?? 0) + 1);
    put(this.#noted, runnerId, noted);
    this.#changed.add(runnerId);
  }

  #score(runner: Runner): ScoredRunner {
    const scans = this.scansOf(runner);
    const rules = this.#rules;
    const { gaps } = this.#lines;
    return { runner, scans, rules, gaps, score: scoreRunner(runner, scans, rules, gaps) };
  }

  /** Undefined for a runner who is not listed. */
  #present({ runner, score }: ScoredRunner): UnrankedResult | undefined {
    return score.listed ? presentUnrankedResult(runner, score, this.#rules.courses) : undefined;
  }

  /** The reads of a runner that contradict a time by hand. */
  findContradiction(runnerId: RunnerId): Contradiction | undefined {
    return this.#noted.get(runnerId)?.contradiction;
  }

  #findChecked(runnerId: RunnerId): CheckedRunner | undefined {
    const [runner, noted] = [this.findRunner(runnerId), this.#noted.get(runnerId)];
    if (!runner || !noted) return undefined;
    const { isStartRead, late, contradiction: byHand } = noted;
    const result = this.standings.find(runnerId);
    const gunMs = this.#rules.gunOf(runner);
    return { runner, result, scans: this.scansOf(runner), isStartRead, gunMs, late, byHand };
  }

  /** Runners whose start or finish changed with the gaps of the start lines. */
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

/** Sets or, without a value, deletes the key. */
function put<K, V>(map: Map<K, V>, key: K, value: V | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}
