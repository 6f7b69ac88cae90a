import type { LiveRace } from '#server/race/live-race.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { formatElapsed } from '#shared/format/format-time.ts';
import type { News } from '#shared/news/passings.ts';
import { labelCheckpoint } from '#shared/scoring/course.ts';
import type { LanguageCode } from '#shared/texts/languages.ts';
import type { Texts } from '#shared/texts/en.ts';
import type { PushMessage } from '#shared/wire/push-api.ts';

/** What followers are told of a passing; undefined for somebody who is not listed (any more). */
export function describePassing(
  { runnerId, point, elapsedMs }: News,
  { standings, config }: Pick<LiveRace, 'standings' | 'config'>,
  { common, push }: Texts,
  language: LanguageCode,
): PushMessage | undefined {
  const row = standings.find(runnerId);
  if (!row || point === 'out') return undefined;
  const name = describeName(row, common);
  const place =
    point === 'finish'
      ? standings.placeOf(runnerId)
      : (standings.checkpointPlacesOf(runnerId)[point] ?? null);
  const title =
    point === 'finish'
      ? push.finished(name)
      : push.passed(name, labelCheckpoint(point, config, row.events));
  const words = [
    place === null ? '' : common.ordinal(place),
    elapsedMs === null ? '' : formatElapsed(elapsedMs),
  ];
  return {
    tag: runnerId,
    title,
    body: words.filter((word) => word !== '').join(' · '),
    language,
    address: `/runner/${encodeURIComponent(runnerId)}`,
    stop: push.stop,
  };
}
