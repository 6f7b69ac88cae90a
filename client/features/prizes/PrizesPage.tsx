import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { RaceProvider, useRace } from '#client/live/race-store.tsx';
import { openRace } from '#client/live/open-race.ts';
import { useHeardMoment } from '#client/live/use-heard-moment.ts';
import { useFromRecentStandings } from '#client/live/use-recent.ts';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import { useWorkedOut } from '#client/spectators/use-worked-out.ts';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import { Link } from '#client/ui/Link.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import { describeResultsState } from '#shared/format/describe-results-state.ts';
import { labelEvent, listEvents } from '#shared/format/label-event.ts';
import { en } from '#shared/texts/en.ts';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import { type PrizeSheet, listPrizes } from './list-prizes.ts';
import { PrizeTable } from './PrizeTable.tsx';

/** Who takes which prize, for the announcer (SCREENS.md PS). It follows the public results. */
export function PrizesPage(): ReactNode {
  const [store] = useState(openRace);
  return (
    <RaceProvider store={store}>
      <Sheet />
    </RaceProvider>
  );
}

function Sheet(): ReactNode {
  const { config } = useRace();
  const nowMs = useHeardMoment();
  const [params] = useSearchParams();
  const asked = params.get('race');
  const events = config ? listEvents(config) : [];
  const chosen = events.find((event) => event === asked);
  const sheet = useSheet(chosen);
  return (
    <div className="stack-12 one-column">
      <ScreenHead screen={SCREENS.prizes} />
      {config && events.length > 1 ? (
        <nav className="flow unprinted gap-1.5" aria-label="Distance">
          {[undefined, ...events].map((event) => (
            <Link
              key={event ?? ''}
              className="link semibold no-underline outlined anywhere rounded-xl px-3.5 text-ink aria-[current]:bg-accent aria-[current]:text-on-accent"
              to={ORGANISERS_SCREENS.prizes + (event ? `?race=${event}` : '')}
              aria-current={event === chosen ? 'true' : undefined}
              replace
            >
              {event ? labelEvent(event, config) : 'All'}
            </Link>
          ))}
        </nav>
      ) : null}
      {config ? (
        <p className="muted">
          {describeResultsState(chosen ? [chosen] : events, config, nowMs, en)}
        </p>
      ) : null}
      {sheet?.isDefault ? (
        <p className="muted">
          No prizes are set up. These are the first three women and men and the winner of each
          category, by distance; one runner can win two.
        </p>
      ) : null}
      {sheet ? null : <p>Loading...</p>}
      {sheet?.cards.length === 0 ? (
        <EmptyNote>
          <p>No results yet: winners appear here as they finish.</p>
        </EmptyNote>
      ) : null}
      {sheet?.cards.map((card) => (
        <PrizeTable key={card.key} card={card} />
      ))}
    </div>
  );
}

/** The sheet, at most some seconds behind the race; undefined before the first. */
function useSheet(distance: string | undefined): PrizeSheet | undefined {
  const { config } = useRace();
  const work = useFromRecentStandings(
    (standings) => () =>
      findSheet(standings && config ? { standings, config } : undefined, distance),
    [config, distance],
  );
  return useWorkedOut(work);
}

interface Known {
  readonly standings: Standings;
  readonly config: RaceConfig;
}

function findSheet(known: Known | undefined, distance: string | undefined): PrizeSheet | undefined {
  if (!known) return undefined;
  return listPrizes(known.standings, known.config, distance);
}
