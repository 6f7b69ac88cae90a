import type { LiveRace } from '#server/race/live-race.ts';
import { isCountedAt, type ScoredRunner } from '#server/race/present-runner.ts';
import { append } from '#shared/model/group-by.ts';
import type { Scan } from '#shared/model/scan.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { type DurationMs, type EpochMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { findNearestMat, HAND_REACH_MS } from '#shared/scoring/replaced-reads.ts';

/** A hand time and a mat's read this close agree. */
const SAME_MS: DurationMs = SECOND_MS;
/** Hand times further apart belong to different spells of timing. */
const SPELL_MS: DurationMs = 5 * MINUTE_MS;
/** A read further from a hand time is another passing, such as a start over the finish mat. */
const PASSING_MS: DurationMs = 10 * MINUTE_MS;

/** Compares hand times with the reads of mats (RULES.md HT5). */
export class HandTiming {
  readonly #spells = new Map<TimePoint, readonly { fromMs: EpochMs; untilMs: EpochMs }[]>();

  constructor(all: Pick<LiveRace['reads'], 'findCorrected'>, reads: readonly Scan[]) {
    const times = new Map<TimePoint, EpochMs[]>();
    for (const asRead of reads) {
      if (!asRead.isByHand) continue;
      const corrected = all.findCorrected(asRead);
      const hand = corrected ? corrected.scan : asRead;
      for (const point of hand?.points ?? []) append(times, point, hand?.timeMs ?? 0);
    }
    for (const [point, ofPoint] of times) this.#spells.set(point, findSpells(ofPoint));
  }

  /** Whether a mat's read counts, but the person timing there then has no time for the runner. */
  isUntimed(scan: Scan, { scans, score }: ScoredRunner): boolean {
    return scan.points.some(
      (point) =>
        isCountedAt(point, scan, score.counted) &&
        this.#isTiming(point, scan.timeMs) &&
        !scans.some((hand) => hand.isByHand && isTogether(hand, scan, point)),
    );
  }

  /** Whether somebody was timing at a point of the read then. */
  isWatched({ points, timeMs }: Scan): boolean {
    return points.some((point) => this.#isTiming(point, timeMs));
  }

  #isTiming(point: TimePoint, atMs: EpochMs): boolean {
    const spells = this.#spells.get(point) ?? [];
    return spells.some(({ fromMs, untilMs }) => fromMs <= atMs && atMs <= untilMs);
  }
}

function findSpells(times: readonly EpochMs[]): { fromMs: EpochMs; untilMs: EpochMs }[] {
  const spells: { fromMs: EpochMs; untilMs: EpochMs }[] = [];
  for (const timeMs of times.toSorted((a, b) => a - b)) {
    const last = spells.at(-1);
    if (last && timeMs - last.untilMs <= SPELL_MS) last.untilMs = timeMs;
    else spells.push({ fromMs: timeMs, untilMs: timeMs });
  }
  return spells;
}

function isTogether(hand: Scan, mat: Scan, point: TimePoint): boolean {
  return hand.points.includes(point) && Math.abs(hand.timeMs - mat.timeMs) <= HAND_REACH_MS;
}

/** The mat's read nearest to a hand time, and whether they differ (RULES.md HT5). */
export function compareToMat(
  hand: Scan,
  { runner, scans, rules }: ScoredRunner,
): { readonly mat: Scan | undefined; readonly isOther: boolean } {
  const near = scans.filter(({ timeMs }) => Math.abs(timeMs - hand.timeMs) <= PASSING_MS);
  const mat = findNearestMat(hand, near, rules.courses.pointsOf(runner.event));
  return { mat, isOther: !mat || Math.abs(mat.timeMs - hand.timeMs) > SAME_MS };
}
