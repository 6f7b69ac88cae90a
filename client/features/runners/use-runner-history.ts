import { useQuery, type UseQueryResult } from '@tanstack/react-query';

import { labelEvent } from '#shared/format/label-event.ts';
import { DEFAULT_CONFIG, type RaceConfig } from '#shared/model/race-config.ts';
import type { AdminRunner, HistoryEntry } from '#shared/wire/runners-api.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { describeTime, useToday } from '#client/organisers/runners/describe-last-seen.ts';
import { readHistory } from '#client/organisers/runners/runner-calls.ts';

/** Every change of a runner, newest first; fetched once for each shown revision. */
export function useRunnerHistory(
  { runnerId, rev }: Pick<AdminRunner, 'runnerId' | 'rev'>,
  isAsked = true,
): UseQueryResult<readonly HistoryEntry[]> {
  const calls = useCalls();
  return useQuery({
    queryKey: ['history', runnerId, rev],
    queryFn: () => readHistory(calls, runnerId),
    enabled: isAsked,
  });
}

/**
 * `Moved from Half to Full, 11:02:10, by anna@example.org`; undefined for a runner who was not
 * moved since they were entered (RULES.md RC10).
 */
export function useMove(
  runner: Pick<AdminRunner, 'runnerId' | 'rev' | 'event'>,
  config: RaceConfig = DEFAULT_CONFIG,
  isAsked = true,
): string | undefined {
  const { data = [] } = useRunnerHistory(runner, isAsked);
  const today = useToday(config.timeZone);
  const move = findMove(data, runner.event);
  if (!move) return undefined;
  const when = describeTime(Date.parse(move.at), config.timeZone, today);
  return `Moved from ${labelEvent(move.from, config)} to ${labelEvent(runner.event, config)}, ${when}, by ${move.by}`;
}

/** The last change to this distance from another one; an entry from before an import may lead to neither. */
function findMove(
  entries: readonly HistoryEntry[],
  event: string,
): (Pick<HistoryEntry, 'at' | 'by'> & { readonly from: string }) | undefined {
  const last = entries.find(({ before, after }) => before && after && before.event !== after.event);
  if (!last?.before || last.after?.event !== event) return undefined;
  return { at: last.at, by: last.by, from: last.before.event };
}
