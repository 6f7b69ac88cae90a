import { keepWhole } from '#client/ui/keep-whole.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import {
  AHEAD,
  NO_POSITION,
  describeTotal,
  formatKomTime,
  locateOnCourse,
} from '#shared/format/describe-result.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { formatApart, formatElapsed } from '#shared/format/format-time.ts';
import { joinParts } from '#shared/format/isolate-text.ts';
import type { KomCode } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { type Ranking, USUAL_RANKING } from '#shared/model/ranking.ts';
import type { RunnerStatus, UnrankedResult } from '#shared/model/result.ts';
import { labelCheckpoint } from '#shared/scoring/course.ts';
import type { Texts } from '#shared/texts/en.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import { type ResultsTab, mixesEvents } from '#shared/scoring/tabs.ts';

export interface RowText {
  readonly place: string;
  /** The place is in the live order (RULES.md XP13) and may change. */
  readonly isLive?: boolean;
  readonly name: string;
  /** The age group, or the race in a tab that mixes several. */
  readonly category: string;
  /** The line below the name on a phone: bib, category and club; no category if the frame next to the name has it. */
  readonly details: string | undefined;
  readonly time: string;
  /** The stage at which the time of a runner on course was taken (RULES.md CP4). */
  readonly checkpoint?: string;
  /** To the first of the tab, for the first twenty: `+1:18`. */
  readonly gap?: string | undefined;
  readonly isWinner: boolean;
  /** Public class names: `finisher`, `dnf` or `racing`, and `winner`. */
  readonly className: string;
}

/** Gaps are shown up to this place; further back the runner's own page has them. */
const LAST_GAP = 20;

/** Shown for a runner without a place. */
const UNPLACED = '–';

/** `≈ 269`, by the live order (RULES.md XP13). */
export function describeLivePlace(place: number | null): string {
  return place === null ? UNPLACED : `≈\u00A0${place}`;
}

const CLASS_NAMES: Readonly<Record<RunnerStatus, string>> = {
  finished: 'finisher',
  dnf: 'dnf',
  racing: 'racing',
};

/** `livePlace` is the place of a runner on course in the live order. Places and gaps are among `ranked`. */
export function describeRow(
  result: UnrankedResult,
  tab: ResultsTab,
  standings: Standings,
  config: RaceConfig,
  texts: Texts,
  livePlace: number | null = null,
  ranked = standings,
): RowText {
  const isWinner = tab.kind === 'event' && standings.isWinner(result.runnerId);
  // A KOM time is final even while the runner is on course.
  const className = CLASS_NAMES[tab.kind === 'special' ? 'finished' : result.status];
  const isMixed = mixesEvents(tab, standings.courses);
  const category = isMixed ? labelEvent(result.events, config) : result.ageGroup;
  return {
    name: describeName(result, texts.common),
    category,
    details:
      joinParts([result.bibNumber, !isWinner && keepWhole(category), result.runClub]) || undefined,
    isWinner,
    className: isWinner ? `${className} winner` : className,
    ...(tab.kind === 'special'
      ? describeKom(result, tab.code, ranked, texts)
      : describeRace(result, ranked, config, texts, livePlace)),
  };
}

function describeKom(
  result: UnrankedResult,
  code: KomCode,
  standings: Standings,
  { outcome }: Texts,
): Pick<RowText, 'place' | 'time' | 'gap'> {
  const { index = -1 } = standings.courses.findClimb(code) ?? {};
  const time = formatKomTime(result.komsMs[index]);
  if (time === undefined) {
    return result.status === 'racing'
      ? { time: AHEAD, place: AHEAD }
      : { time: outcome.noScan, place: NO_POSITION };
  }
  const place = standings.specialPlaceOf(code, result.runnerId);
  if (place === null) return { time, place: NO_POSITION };
  const firstMs = standings.special(code).at(0)?.komsMs[index];
  const hasGap = place > 1 && place <= LAST_GAP;
  const gap = hasGap ? describeGap(result.komsMs[index], firstMs, USUAL_RANKING) : undefined;
  return { time, place: String(place), gap };
}

function describeRace(
  result: UnrankedResult,
  standings: Standings,
  config: RaceConfig,
  { outcome }: Texts,
  livePlace: number | null,
): Pick<RowText, 'place' | 'isLive' | 'time' | 'checkpoint' | 'gap'> {
  const ranking = standings.courses.rankingOf(result.events);
  if (result.status !== 'racing') {
    const place = standings.placeOf(result.runnerId);
    const time = describeTotal(result, outcome, ranking);
    if (place === null) return { place: UNPLACED, time };
    const gap = place > LAST_GAP ? undefined : describeBehind(result, standings);
    return { place: String(place), time, gap };
  }
  const seen = locateOnCourse(result, standings.courses);
  if (!seen) return { place: UNPLACED, time: outcome.started };
  return {
    place: describeLivePlace(livePlace),
    isLive: livePlace !== null,
    time: formatElapsed(seen.elapsedMs, ranking.rounding),
    checkpoint: labelCheckpoint(seen.slot, config, result.events),
  };
}

/** The gap to the first between the times as shown; undefined for the first, without a place, or with other laps. */
export function describeBehind(result: UnrankedResult, standings: Standings): string | undefined {
  const first = standings.finishers(result.events).at(0);
  const place = standings.placeOf(result.runnerId) ?? 1;
  return place === 1 || first?.laps !== result.laps
    ? undefined
    : describeGap(result.totalMs, first?.totalMs, standings.courses.rankingOf(result.events));
}

function describeGap(
  spanMs: number | null | undefined,
  firstMs: number | null | undefined,
  { rounding }: Pick<Ranking, 'rounding'>,
): string {
  return `+${formatApart(spanMs ?? 0, firstMs ?? 0, rounding)}`;
}
