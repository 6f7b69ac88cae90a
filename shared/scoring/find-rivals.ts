import type { ScanId } from '../model/ids.ts';
import type { Runner } from '../model/runner.ts';
import type { Scan } from '../model/scan.ts';
import { findCountedAt } from './count-scans.ts';
import { scoreRunner } from './score-runner.ts';
import type { ScoringRules } from './scoring-rules.ts';
import type { LineGaps } from './start-line.ts';

/** Reads with more rivals than this are given up. */
const MOST_RIVALS = 10;

/** The scans of a runner, and the rules for judging them. */
export interface JudgedScans {
  readonly runner: Runner;
  readonly scans: readonly Scan[];
  readonly rules: ScoringRules;
  readonly gaps: LineGaps;
}

/**
 * The reads that would have to be void so that `read` counts at one of its points: those that count there in its place,
 * one after the other. Undefined if it counts already, or would not count even without them.
 */
export function findRivals(
  { runner, scans, rules, gaps }: JudgedScans,
  read: Pick<Scan, 'scanId' | 'points' | 'timeMs'>,
): readonly ScanId[] | undefined {
  const rivals: ScanId[] = [];
  while (rivals.length <= MOST_RIVALS) {
    const left = scans.filter((scan) => !rivals.includes(scan.scanId));
    const { counted } = scoreRunner(runner, left, rules, gaps);
    const there = read.points.flatMap((point) => findCountedAt(point, read, counted) ?? []);
    if (there.some((scan) => scan.scanId === read.scanId))
      return rivals.length > 0 ? rivals : undefined;
    const [rival] = there;
    if (!rival) return undefined;
    rivals.push(rival.scanId);
  }
  return undefined;
}
