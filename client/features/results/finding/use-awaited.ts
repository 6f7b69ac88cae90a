import { useMemo, useState } from 'react';

import type { Starter } from '#shared/model/result.ts';
import { useRace } from '#client/live/race-store.tsx';
import { useFromStandings, useStandings } from '#client/live/use-standings.ts';
import { compareText } from '#shared/scoring/order.ts';
import type { ResultsTab } from '#shared/scoring/tabs.ts';
import type { StartList } from '#client/spectators/start-list.ts';
import { useStartList } from '#client/spectators/use-start-list.ts';
import { countRows, isAwaited } from '../list-rows.ts';
import type { Match } from './results-query.ts';

/** Longer start lists are fetched only on request. */
const SHOWN_AT_ONCE = 3_000;
/** Up to this many matching starters are shown below the rows without a request. */
const MATCHES_AT_ONCE = 20;

export interface AwaitedRunners {
  readonly startList: StartList;
  /** Nobody in the tab's race has been seen yet. */
  readonly isBefore: boolean;
  /** Matching starters of the tab's race; undefined until loaded. */
  readonly own: readonly Starter[] | undefined;
  /** The number of these, known before they are loaded. */
  readonly ownCount: number;
  /** Starters of other races that match the search text. */
  readonly others: readonly Starter[];
  readonly isShown: boolean;
  readonly show: (isShown: boolean) => void;
}

/** Registered runners without a result. The start list is fetched only while it is shown or searched. */
export function useAwaited(
  tab: ResultsTab | undefined,
  match: Match | undefined,
  hasText: boolean,
): AwaitedRunners {
  const { config } = useRace();
  const standings = useStandings();
  const [request, setRequest] = useState<{ readonly tab: string; readonly isShown: boolean }>();
  const event = tab?.kind === 'event' ? tab.code : undefined;
  const isBefore = Boolean(event && config && tab && isAwaited(standings, tab, config));
  const total = event ? (standings.totals[event] ?? 0) : 0;
  const isRequested = request?.tab === event ? request?.isShown : undefined;
  const startList = useStartList(
    match !== undefined || (isRequested ?? (isBefore && total > 0 && total <= SHOWN_AT_ONCE)),
  );
  const { starters } = startList;
  const sorted = useMemo(() => starters && byName(starters), [starters]);
  // Filtered first: each push then looks up only the matching starters.
  const filtered = useMemo(() => (match ? sorted?.filter(match.matches) : sorted), [sorted, match]);
  const [own, others] = useFromStandings(
    (all) => {
      if (!all || !filtered) return [undefined, []];
      const awaited = filtered.filter(({ runnerId }) => !all.find(runnerId));
      const isOwn = ({ events }: Starter): boolean => events === event;
      return [awaited.filter(isOwn), hasText ? awaited.filter((one) => !isOwn(one)) : []];
    },
    [filtered, event, hasText],
  );
  const listed = tab ? countRows(standings, tab) : 0;
  const isFew = isBefore || (own !== undefined && own.length <= MATCHES_AT_ONCE);
  return {
    startList,
    isBefore,
    own,
    ownCount: match ? (own?.length ?? 0) : Math.max(0, total - listed),
    others,
    isShown: isRequested ?? (match ? isFew : isBefore && total <= SHOWN_AT_ONCE),
    show: (isShown) => {
      if (event) setRequest({ tab: event, isShown });
    },
  };
}

/** Sorts a start list by name; nameless runners come last, by bib. */
export function byName(starters: readonly Starter[]): readonly Starter[] {
  return starters.toSorted(
    (a, b) =>
      Number(a.lastName === '') - Number(b.lastName === '') ||
      compareText(a.lastName, b.lastName) ||
      compareText(a.firstName, b.firstName) ||
      compareBibs(a.bibNumber, b.bibNumber),
  );
}

/** Numeric bibs first. */
function compareBibs(a: string, b: string): number {
  return numberOf(a) - numberOf(b) || compareText(a, b);
}

function numberOf(bib: string): number {
  return /^\d{1,15}$/.test(bib) ? Number(bib) : Number.MAX_SAFE_INTEGER;
}
