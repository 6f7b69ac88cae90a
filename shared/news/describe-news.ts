import { describeName } from '../format/describe-name.ts';
import { describeTotal } from '../format/describe-result.ts';
import { isolateText } from '../format/isolate-text.ts';
import type { RaceConfig } from '../model/race-config.ts';
import type { UnrankedResult } from '../model/result.ts';
import { type DurationMs, type EpochMs, MINUTE_MS } from '../model/time.ts';
import { labelCheckpoint } from '../scoring/course.ts';
import type { Standings } from '../scoring/standings.ts';
import { writeExpected } from '../texts/dates.ts';
import type { Texts } from '../texts/en.ts';
import type { News } from './passings.ts';

export interface NewsContext {
  readonly standings: Standings;
  readonly config: Pick<RaceConfig, 'wayPoints' | 'setup' | 'timeZone'>;
  readonly nowMs: EpochMs;
  readonly texts: Pick<Texts, 'common' | 'news' | 'push' | 'outcome'>;
  /** When the runner is expected at the finish, if known. */
  readonly finishMs?: EpochMs | undefined;
}

/** The least age that is announced. */
const SHOWN_AGE_MS = 2 * MINUTE_MS;

/** News in one sentence: `Heledd Bevan passed Pentre Ifan, 41st, finish about 13:40`; undefined if no longer listed. */
export function describeNews(news: News, context: NewsContext): string | undefined {
  const { standings, config, nowMs, texts } = context;
  const { runnerId, point, elapsedMs, atMs } = news;
  const result = standings.find(runnerId);
  if (!result) return undefined;
  const { common, news: words, push } = texts;
  const name = isolateText(describeName(result, common));
  if (point === 'out') return words.out(name);
  const ordinal = (place: number | null, group = ''): string =>
    place ? `${common.ordinal(place, standings.courses.sexOf(result))} ${group}`.trim() : '';
  const age = atMs !== null && nowMs - atMs >= SHOWN_AGE_MS ? common.ago(nowMs - atMs) : '';
  const parts =
    point === 'finish'
      ? [
          words.finished(name, describeFinish(result, elapsedMs ?? 0, context)),
          ordinal(standings.placeOf(runnerId)),
          ordinal(standings.groupPlaceOf(runnerId), result.ageGroup),
        ]
      : [
          push.passed(name, labelCheckpoint(point, config, result.events)),
          ordinal(standings.placeAt(runnerId, point)),
          context.finishMs === undefined
            ? ''
            : words.finishAbout(
                writeExpected(common.dates, context.finishMs, nowMs, config.timeZone),
              ),
        ];
  return [...parts, age].filter(Boolean).join(', ');
}

function describeFinish(
  { events, laps }: UnrankedResult,
  totalMs: DurationMs,
  { standings, texts }: NewsContext,
): string {
  const total = { status: 'finished', totalMs, laps } as const;
  return describeTotal(total, texts.outcome, standings.courses.rankingOf(events));
}
