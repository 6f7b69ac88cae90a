import { setImmediate as yieldOnce } from 'node:timers/promises';

import type { LiveRace } from '#server/race/live-race.ts';
import { isCountedAt, type ScoredRunner } from '#server/race/present-runner.ts';
import { compilePhrase, foldText } from '#shared/format/fold-text.ts';
import { type BandId, parseBandOrChip, type RunnerId } from '#shared/model/ids.ts';
import { bandsOf, type Runner } from '#shared/model/runner.ts';
import type { Scan, StoredScan } from '#shared/model/scan.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { CorrectedRead } from '#shared/scoring/correct-reads.ts';
import { findCountedAt, UNASSIGNED } from '#shared/scoring/count-scans.ts';
import { compareText } from '#shared/scoring/order.ts';
import { findHandRunner, handBandOf } from '#shared/scoring/replaced-reads.ts';
import { findRivals } from '#shared/scoring/score-runner.ts';
import {
  type ListedRead,
  READS_A_PAGE,
  type ReadsBody,
  type ReadVerdict,
  type TimedRead,
} from '#shared/wire/reads-api.ts';

import { compareToMat } from './compare-to-mat.ts';

/** A query for reads; absent filters match everything. */
export interface ReadQuery {
  readonly source?: string | undefined;
  readonly point?: TimePoint | undefined;
  readonly verdict?: ReadVerdict | 'not-counted' | TimedRead | undefined;
  /** By the corrected time, inclusive. */
  readonly from?: EpochMs | undefined;
  readonly until?: EpochMs | undefined;
  /** Only reads of this runner's bands, before or after corrections. */
  readonly runner?: RunnerId | undefined;
  /** A band, a bib or a part of a name. */
  readonly find?: string | undefined;
  /** The end of the previous page. */
  readonly before?: ReadPlace | undefined;
}

type Reads = Pick<LiveRace, 'head' | 'reads' | 'findHolder' | 'findScored'>;

/** Reads checked before yielding to other requests. */
const STEP = 2_000;

interface Found {
  readonly asRead: Scan;
  readonly corrected: CorrectedRead | undefined;
  /** The corrected read, or the original of a void one. */
  readonly shown: Scan;
  readonly holder: Runner | undefined;
}

/** One page of the matching reads, latest first. */
export async function listReads(race: Reads, query: ReadQuery): Promise<ReadsBody> {
  // Keep the present record: an import may replace it during the steps.
  const { head, reads: all } = race;
  const scores = new Scores(race);
  const fits = createFilter(query, scores);
  const { source, point, from = -Infinity, until = Infinity, runner } = query;
  const bands = runner === undefined ? undefined : listBands(race, runner);
  let matches: Found[] = [];
  let [count, seen] = [0, 0];
  for (const asRead of Array.from(all.listAsRead())) {
    if (++seen % STEP === 0) await yieldOnce();
    const corrected = all.findCorrected(asRead);
    const shown = corrected?.scan ?? asRead;
    if (source !== undefined && asRead.source !== source) continue;
    if (bands && !bands.has(shown.bandId) && !bands.has(asRead.bandId)) continue;
    if (point !== undefined && !shown.points.includes(point)) continue;
    if (shown.timeMs < from || shown.timeMs > until) continue;
    const found = { asRead, corrected, shown, holder: race.findHolder(shown.bandId) };
    if (fits && !fits(found)) continue;
    count += 1;
    if (!query.before || comparePlaces(query.before, shown) < 0) matches.push(found);
    if (matches.length > STEP) matches = takePage(matches);
  }
  const page = takePage(matches);
  const listed = page.slice(0, READS_A_PAGE);
  const last = listed.at(-1)?.shown;
  return {
    ...head,
    count,
    reads: listed.map((found) => present(found, scores)),
    next: last && page.length > READS_A_PAGE ? writePlace(last) : null,
  };
}

function listBands(race: Reads, runnerId: RunnerId): ReadonlySet<BandId> {
  const found = race.findScored(runnerId);
  return new Set(found ? [...bandsOf(found.runner), handBandOf(runnerId)] : []);
}

/** The first page, and one more read as a sign of another page. */
function takePage(found: readonly Found[]): Found[] {
  return found.toSorted((a, b) => comparePlaces(a.shown, b.shown)).slice(0, READS_A_PAGE + 1);
}

/** The filters that need more than the read itself, if any. */
function createFilter(query: ReadQuery, scores: Scores): ((found: Found) => boolean) | undefined {
  const { verdict, find = '' } = query;
  if (find.trim() === '' && verdict === undefined) return undefined;
  const isFound = createFinder(find.trim());
  return (found) => {
    if (!isFound(found)) return false;
    if (verdict === undefined) return true;
    if (verdict === 'by-hand') return found.shown.isByHand === true;
    if (verdict === 'hand-differs') return scores.differs(found);
    const actual = scores.judge(found);
    return verdict === 'not-counted' ? actual !== 'counted' : actual === verdict;
  };
}

function createFinder(text: string): (found: Found) => boolean {
  if (text === '') return () => true;
  const band = parseBandOrChip(text);
  const isInName = compilePhrase(text);
  const isNamed = new Map<Runner, boolean>();
  const matches = (runner: Runner): boolean => {
    const known = isNamed.get(runner);
    if (known !== undefined) return known;
    const isMatch =
      runner.bibNumber.toLowerCase() === text.toLowerCase() ||
      isInName(foldText(`${runner.firstName} ${runner.lastName}`));
    isNamed.set(runner, isMatch);
    return isMatch;
  };
  return ({ asRead, shown, holder }) =>
    (band !== undefined && (asRead.bandId === band || shown.bandId === band)) ||
    (holder !== undefined && matches(holder));
}

/** Computes the score of each runner once. */
class Scores {
  readonly #race: Reads;
  readonly #known = new Map<RunnerId, ScoredRunner | undefined>();

  constructor(race: Reads) {
    this.#race = race;
  }

  find({ runnerId }: Runner): ScoredRunner | undefined {
    if (!this.#known.has(runnerId)) this.#known.set(runnerId, this.#race.findScored(runnerId));
    return this.#known.get(runnerId);
  }

  /** Whether this is a time by hand that differs from the mat's (RULES.md HT5). */
  differs({ corrected, shown, holder }: Found): boolean {
    if (!shown.isByHand || (corrected && !corrected.scan)) return false;
    const scored = holder && this.find(holder);
    return !scored || compareToMat(shown, scored).isOther;
  }

  judge({ corrected, shown, holder }: Found): ReadVerdict {
    if (corrected && !corrected.scan) return 'void';
    return (holder && this.find(holder)?.score.verdicts.get(shown.scanId)) ?? UNASSIGNED;
  }
}

/** Hand times have no wristband. */
function nameBand({ bandId }: Scan): string {
  return findHandRunner(bandId) === undefined ? bandId : 'by hand';
}

function present(found: Found, scores: Scores): ListedRead {
  const { asRead, corrected, shown, holder } = found;
  const isVoid = corrected !== undefined && !corrected.scan;
  const scored = holder && scores.find(holder);
  const counted = scored?.score.counted;
  const isCounted = (point: TimePoint): boolean =>
    !isVoid && counted !== undefined && isCountedAt(point, shown, counted);
  const rivals = scored && !isVoid ? findRivals(scored, shown) : undefined;
  const mat = shown.isByHand && scored ? compareToMat(shown, scored).mat : undefined;
  const { arrivedMs } = asRead as Partial<StoredScan>;
  return {
    scanId: shown.scanId,
    timeMs: shown.timeMs,
    points: shown.points,
    bandID: nameBand(shown),
    source: shown.source,
    arrivedMs: arrivedMs ?? null,
    runner: holder
      ? {
          runnerId: holder.runnerId,
          bibNumber: holder.bibNumber,
          firstName: holder.firstName,
          lastName: holder.lastName,
          event: holder.event,
        }
      : null,
    verdict: scores.judge(found),
    countedAt: shown.points.filter(isCounted),
    instead: shown.points.flatMap((point) => {
      const other = counted && findCountedAt(point, shown, counted);
      return other && !isCounted(point)
        ? { point, timeMs: other.timeMs, source: other.source }
        : [];
    }),
    ...(rivals && { rivals }),
    ...(shown.isByHand && {
      hand: { mat: mat ? { timeMs: mat.timeMs, source: mat.source } : null },
    }),
    ...(corrected && {
      asRead: { timeMs: asRead.timeMs, points: asRead.points, bandID: nameBand(asRead) },
    }),
    corrections: (corrected?.corrections ?? []).map(({ correctionId }) => correctionId),
  };
}

/** The position of a read in the list. */
interface ReadPlace {
  readonly timeMs: number;
  readonly scanId: string;
}

function writePlace({ timeMs, scanId }: ReadPlace): string {
  return `${timeMs}_${scanId}`;
}

/** The inverse of {@link writePlace}; undefined for an invalid text. */
export function readPlace(text: string): ReadPlace | undefined {
  const [, timeMs, scanId] = /^(-?\d{1,16})_(.+)$/s.exec(text) ?? [];
  return scanId === undefined ? undefined : { timeMs: Number(timeMs), scanId };
}

function comparePlaces(a: ReadPlace, b: ReadPlace): number {
  return b.timeMs - a.timeMs || compareText(b.scanId, a.scanId);
}
