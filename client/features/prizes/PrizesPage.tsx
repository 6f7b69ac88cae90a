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
import { describeName } from '#shared/format/describe-name.ts';
import { describeTotal } from '#shared/format/describe-result.ts';
import { formatElapsed } from '#shared/format/format-time.ts';
import { labelEvent, listEvents } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Award } from '#shared/scoring/prizes.ts';
import { en } from '#shared/texts/en.ts';
import { findDeskPath } from '#shared/wire/screens.ts';
import { describeContenders, describeOpen, listPrizes, type PrizeSheet } from './list-prizes.ts';
import { type Column, DataTable } from '#client/kit/DataTable.tsx';
import { isolateText, joinParts } from '#shared/format/isolate-text.ts';

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
      {sheet?.awards.length === 0 ? (
        <EmptyNote>
          <p>No results yet: winners appear here as they finish.</p>
        </EmptyNote>
      ) : null}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(32rem,100%),1fr))] items-start gap-3">
        {config
          ? sheet?.awards.map((award, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- two prizes may have one name
              <PrizeTable key={at} award={award} config={config} />
            ))
          : null}
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

type Winner = Award['winners'][number];

const SHORT = 'w-px min-w-[3em] bold nowrap phone:w-auto';

function listColumns({ prize }: Award, config: RaceConfig): Column<Winner>[] {
  const describeTime = ({ result: { events, laps }, timeMs }: Winner): string =>
    prize.segment === undefined
      ? describeTotal(
          { status: 'finished', totalMs: timeMs, laps },
          en.outcome,
          coursesOf(config).rankingOf(events),
        )
      : formatElapsed(timeMs);
  return [
    { head: 'Place', className: SHORT, cell: ({ place }) => en.common.ordinal(place) },
    { head: 'Bib', className: SHORT, cell: ({ result }) => result.bibNumber },
    {
      head: 'Name',
      isRowHead: true,
      className: 'w-2/5 text-l phone:w-auto tiny:[grid-area:2/1/3/5]',
      cell: ({ result }) => (
        <Link
          className="link text-inherit print:min-h-0 print:no-underline"
          to={findDeskPath(result.runnerId)}
        >
          {isolateText(describeName(result, en.common))}
        </Link>
      ),
    },
    {
      head: 'Club',
      // Next to a name it would have room for three letters on a phone.
      className: 'phone:[grid-area:2/3/3/5] tiny:[grid-area:3/1/4/5]',
      cell: ({ result }) => joinParts([result.ageGroup, result.runClub]),
    },
    { head: 'Time', className: 'w-px text-right nowrap phone:w-auto', cell: describeTime },
  ];
}

interface PrizeTableProps {
  readonly award: Award;
  readonly config: RaceConfig;
}

function PrizeTable({ award, config }: PrizeTableProps): ReactNode {
  const { prize, winners } = award;
  const distances = award.distances.map((code) => labelEvent(code, config)).join(', ');
  const open = describeOpen(award);
  const contenders = describeContenders(award);
  const id = useId();
  return (
    <section className="panel print:px-0 print:pt-0 print:shadow-none" aria-labelledby={id}>
      <h2 id={id} className="text-title-m anywhere">
        {prize.name} <span className="muted">{distances}</span>
      </h2>
      {winners.length === 0 ? null : (
        <DataTable
          label={`${prize.name} ${distances}`}
          columns={listColumns(award, config)}
          items={winners}
          keyOf={({ result }) => result.runnerId}
          isPlain
          areHeadsHidden
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
