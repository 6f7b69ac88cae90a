import type { LiveRace } from '#server/race/live-race.ts';
import { TIME_POINTS, type TimePoint } from '#shared/model/time-point.ts';
import { compareText } from '#shared/scoring/compare-text.ts';
import type { SourcesBody, SourceSummary } from '#shared/wire/reads-api.ts';

/** What there is of each source, and what was decided about its reads. */
export function summariseSources(
  race: Pick<LiveRace, 'head' | 'reads'>,
): Omit<SourcesBody, 'suspicions'> {
  const { corrections } = race.reads;
  const sources = new Map<string, Mutable<SourceSummary> & { at: Set<TimePoint> }>();
  const counts = new Map(corrections.all.map(({ correctionId }) => [correctionId, 0]));
  for (const asRead of race.reads.listAsRead()) {
    const { source, timeMs, points } = asRead;
    const its = sources.get(source) ?? {
      source,
      reads: 0,
      corrected: 0,
      firstMs: timeMs,
      lastMs: timeMs,
      points: [],
      at: new Set<TimePoint>(),
    };
    if (its.reads === 0) sources.set(source, its);
    its.reads += 1;
    its.firstMs = Math.min(its.firstMs, timeMs);
    its.lastMs = Math.max(its.lastMs, timeMs);
    for (const point of points) its.at.add(point);
    const corrected = race.reads.findCorrected(asRead);
    if (!corrected) continue;
    its.corrected += 1;
    for (const { correctionId } of corrected.corrections) {
      counts.set(correctionId, (counts.get(correctionId) ?? 0) + 1);
    }
  }
  return {
    ...race.head,
    sources: Array.from(sources.values(), ({ at, ...its }) => ({
      ...its,
      points: TIME_POINTS.filter((point) => at.has(point)),
    })).toSorted((a, b) => compareText(a.source, b.source)),
    corrections: corrections.all.map((correction) => ({
      correction,
      reads: counts.get(correction.correctionId) ?? 0,
    })),
  };
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };
