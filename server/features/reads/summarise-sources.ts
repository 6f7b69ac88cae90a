import type { LiveRace } from '#server/race/live-race.ts';
import { THE_DESK } from '#shared/model/decisions.ts';
import type { Scan, StoredScan } from '#shared/model/scan.ts';
import { compareTimePoints, type TimePoint } from '#shared/model/time-point.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { compareText } from '#shared/scoring/order.ts';
import { RECENT_READS_MS, type SourcesBody, type SourceSummary } from '#shared/wire/reads-api.ts';

/** A source while its reads are counted. */
interface Gathered extends Mutable<Omit<SourceSummary, 'points' | 'lastAt' | 'isReplay'>> {
  arrivedMs: EpochMs;
  recent: number;
  replayed: number;
  readonly points: Set<TimePoint>;
  readonly lastAt: Map<TimePoint, EpochMs>;
}

export function summariseSources(
  race: Pick<LiveRace, 'head' | 'reads'>,
  nowMs: EpochMs,
): Omit<SourcesBody, 'suspicions'> {
  const { corrections } = race.reads;
  const sources = new Map<string, Gathered>();
  const counts = new Map(corrections.all.map(({ correctionId }) => [correctionId, 0]));
  for (const asRead of race.reads.listAsRead()) {
    const its = sources.get(asRead.source) ?? begin(asRead);
    if (its.reads === 0) sources.set(asRead.source, its);
    const { timeMs, points } = asRead;
    const { arrivedMs = timeMs, isReplay } = asRead as Partial<StoredScan>;
    if (isReplay) its.replayed += 1;
    its.reads += 1;
    its.firstMs = Math.min(its.firstMs, timeMs);
    its.lastMs = Math.max(its.lastMs, timeMs);
    its.arrivedMs = Math.max(its.arrivedMs, arrivedMs);
    if (arrivedMs > nowMs - RECENT_READS_MS) its.recent += 1;
    for (const point of points) its.points.add(point);
    const corrected = race.reads.findCorrected(asRead);
    const counting = corrected ? corrected.scan : asRead;
    // The clock of a source may be ahead.
    const lastMs = Math.min(counting?.timeMs ?? -Infinity, arrivedMs);
    // Added reads and hand times don't prove that a mat works.
    const isOfMat = asRead.source !== THE_DESK && !asRead.isByHand;
    for (const point of (isOfMat && counting?.points) || []) {
      its.lastAt.set(point, Math.max(its.lastAt.get(point) ?? -Infinity, lastMs));
    }
    for (const { correctionId } of corrected?.corrections ?? []) {
      counts.set(correctionId, (counts.get(correctionId) ?? 0) + 1);
    }
  }
  return {
    ...race.head,
    sources: Array.from(sources.values(), ({ points, lastAt, replayed, ...its }) => ({
      ...its,
      ...(replayed === its.reads && { isReplay: true }),
      points: [...points].toSorted(compareTimePoints),
      lastAt: Array.from(lastAt, ([point, timeMs]) => ({ point, timeMs })),
    })).toSorted((a, b) => compareText(a.source, b.source)),
    corrections: corrections.all.map((correction) => ({
      correction,
      reads: counts.get(correction.correctionId) ?? 0,
    })),
  };
}

function begin({ source, timeMs }: Pick<Scan, 'source' | 'timeMs'>): Gathered {
  return {
    source,
    reads: 0,
    firstMs: timeMs,
    lastMs: timeMs,
    arrivedMs: -Infinity,
    recent: 0,
    replayed: 0,
    points: new Set(),
    lastAt: new Map(),
  };
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };
