import { type ReactNode, useId, useState } from 'react';
import { RaceProvider, useRace } from '#client/live/race-store.tsx';
import { openRace } from '#client/live/open-race.ts';
import { useHeardMoment } from '#client/live/use-heard-moment.ts';
import { useFromRecentStandings } from '#client/live/use-recent.ts';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import { Link } from '#client/ui/Link.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import { describeResultsState } from '#shared/format/describe-results-state.ts';
import { listEvents } from '#shared/format/label-event.ts';
import { en } from '#shared/texts/en.ts';
import { findDeskPath } from '#shared/wire/screens.ts';
import { listPrizes, type PrizeCard, type PrizeLine, type PrizeSheet } from './list-prizes.ts';
import { type Column, DataTable } from '#client/kit/DataTable.tsx';
import { isolateText } from '#shared/format/isolate-text.ts';

/** The prizes and their winners, for the announcer; live like the public results. */
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
  const events = config ? listEvents(config) : [];
  const sheet = useSheet();
  return (
    <div className="stack-12 one-column">
      <ScreenHead screen={SCREENS.prizes} />
      {config ? <p className="muted">{describeResultsState(events, config, nowMs, en)}</p> : null}
      {sheet?.isDefault ? (
        <p className="muted">
          No prizes are set up. These are the first three women and men and the winner of each
          category, by distance; one runner can win two.
        </p>
      ) : null}
      {sheet?.sexless ? <p className="muted">{sheet.sexless}</p> : null}
      {sheet?.uncategorised ? <p className="muted">{sheet.uncategorised}</p> : null}
      {sheet ? null : <p>Loading...</p>}
      {sheet?.cards.length === 0 ? (
        <EmptyNote>
          <p>No results yet: winners appear here as they finish.</p>
        </EmptyNote>
      ) : null}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(32rem,100%),1fr))] items-start gap-3">
        {sheet?.cards.map((card) => (
          <PrizeTable key={card.key} card={card} />
        ))}
      </div>
    </div>
  );
}

function useSheet(): PrizeSheet | undefined {
  const { config } = useRace();
  return useFromRecentStandings(
    (standings) => (standings && config ? listPrizes(standings, config) : undefined),
    [config],
  );
}

const SHORT = 'w-px min-w-[3em] bold nowrap phone:w-auto';
const COLUMNS: readonly Column<PrizeLine>[] = [
  { head: 'Place', isHeadHidden: true, className: SHORT, cell: ({ place }) => place },
  { head: 'Bib', isHeadHidden: true, className: SHORT, cell: ({ bib }) => bib },
  {
    head: 'Name',
    isHeadHidden: true,
    isRowHead: true,
    className: 'w-2/5 text-l phone:w-auto tiny:[grid-area:2/1/3/5]',
    cell: ({ runnerId, name }) => (
      <Link
        className="link text-inherit print:min-h-0 print:no-underline"
        to={findDeskPath(runnerId)}
      >
        {isolateText(name)}
      </Link>
    ),
  },
  {
    head: 'Club',
    isHeadHidden: true,
    // Next to a name it would have room for three letters on a phone.
    className: 'phone:[grid-area:2/3/3/5] tiny:[grid-area:3/1/4/5]',
    cell: ({ category, club }) => [category, club].filter(Boolean).join(' · '),
  },
  {
    head: 'Time',
    isHeadHidden: true,
    className: 'w-px text-right nowrap phone:w-auto',
    cell: ({ time }) => time,
  },
];

function PrizeTable({ card }: { readonly card: PrizeCard }): ReactNode {
  const { name, distances, lines, open, contenders } = card;
  const id = useId();
  return (
    <section className="panel print:px-0 print:pt-0 print:shadow-none" aria-labelledby={id}>
      <h2 id={id} className="text-title-m anywhere">
        {name} <span className="muted">{distances}</span>
      </h2>
      {lines.length === 0 ? null : (
        <DataTable
          label={`${name} ${distances}`}
          columns={COLUMNS}
          items={lines}
          keyOf={({ runnerId }) => runnerId}
          isPlain
          rowClass="first:border-t-0 phone:grid phone:grid-cols-[auto_auto_minmax(0,1fr)_auto] phone:items-baseline"
        />
      )}
      {open === '' ? null : <p className="mt-1.5 anywhere">{open}</p>}
      {contenders === '' ? null : (
        <p className="tone-notice tag mt-1.5 py-1.5 anywhere print:bg-transparent print:p-0 print:text-inherit">
          {contenders}
        </p>
      )}
    </section>
  );
}
