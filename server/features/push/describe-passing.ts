import type { LiveRace } from '#server/race/live-race.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { describeNews } from '#shared/news/describe-news.ts';
import type { News } from '#shared/news/passings.ts';
import { identifyNews } from '#shared/news/passings.ts';
import type { Texts } from '#shared/texts/en.ts';
import type { LanguageCode } from '#shared/texts/languages.ts';
import type { PushMessage } from '#shared/wire/push-api.ts';

/** What is told of a passing, and when the runner is expected at the finish. */
export interface Passing {
  readonly news: News;
  readonly finishMs: EpochMs | undefined;
}

/** What followers are told of a passing; undefined for somebody who is not listed (any more). */
export function describePassing(
  { news, finishMs }: Passing,
  { standings, config }: Pick<LiveRace, 'standings' | 'config'>,
  texts: Texts,
  language: LanguageCode,
): PushMessage | undefined {
  const context = { standings, config, nowMs: Date.now(), texts, finishMs };
  const sentence = describeNews(news, context);
  if (sentence === undefined) return undefined;
  return {
    // As a page that is open tells it: of the two one is seen.
    tag: identifyNews(news),
    about: news.runnerId,
    title: config.pageTitle,
    body: sentence,
    language,
    address: `/runner/${encodeURIComponent(news.runnerId)}`,
    stop: texts.push.stop,
  };
}
