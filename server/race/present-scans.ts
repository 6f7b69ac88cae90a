import type { Runner } from '#shared/model/runner.ts';
import type { Scan } from '#shared/model/scan.ts';
import { orderScans } from '#shared/scoring/order.ts';
import type { RunnerScore } from '#shared/scoring/score-runner.ts';
import type { ScoringRules } from '#shared/scoring/scoring-rules.ts';
import type { LineGaps } from '#shared/scoring/start-line.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { type CountedScans, findCountedAt, UNASSIGNED } from '#shared/scoring/count-scans.ts';
import type { RunnerScan } from '#shared/wire/runners-api.ts';

export interface ScoredRunner {
  readonly runner: Runner;
  /** In any order. */
  readonly scans: readonly Scan[];
  readonly score: RunnerScore;
  readonly rules: ScoringRules;
  readonly gaps: LineGaps;
}

/** At any visit. */
export function isCountedAt(point: TimePoint, scan: Scan, counted: CountedScans): boolean {
  return findCountedAt(point, scan, counted)?.scanId === scan.scanId;
}

/** The scans of a runner as organisers may see them, in the order in which they are judged. */
export function presentScans({ runner, scans, score }: ScoredRunner): RunnerScan[] {
  return orderScans(scans).map((scan) => ({
    bandID: scan.isByHand || scan.bandId === runner.bandId ? undefined : scan.bandId,
    isByHand: scan.isByHand,
    time: new Date(scan.timeMs).toISOString(),
    timeMs: scan.timeMs,
    points: scan.points,
    source: scan.source,
    verdict: score.verdicts.get(scan.scanId) ?? UNASSIGNED,
    countedAt: scan.points.filter((point) => isCountedAt(point, scan, score.counted)),
  }));
}
