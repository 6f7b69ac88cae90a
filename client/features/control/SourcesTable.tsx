import type { ReactNode } from 'react';

import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';
import {
  describeClock,
  describePace,
  type SourceState,
} from '#client/organisers/reads/list-sources.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { useMay } from '#client/organisers/session/use-session.ts';
import { describeSpan } from '#client/organisers/texts/start-text.ts';
import { type Column, DataTable } from '#client/kit/DataTable.tsx';
import { Link } from '#client/ui/Link.tsx';
import { shortTime } from '#client/organisers/rollcall/describe-called.ts';
import { type RaceClock, useRaceClock } from '#client/organisers/lists/race-clock.tsx';

interface SourcesTableProps {
  readonly sources: readonly SourceState[] | undefined;
}

export function SourcesTable({ sources }: SourcesTableProps): ReactNode {
  const context = useRaceClock();
  const may = useMay();
  return (
    <section className="panel stack-6 one-column content-start" aria-labelledby="sources">
      <div className="row between">
        <h2 id="sources" className="heading">
          Sources
        </h2>
        {may('race:run') ? (
          <Link className="link" to={ORGANISERS_SCREENS.readers}>
            Readers
          </Link>
        ) : null}
      </div>
      {sources?.length === 0 ? <p className="muted">Nothing has been read yet.</p> : null}
      {sources ? null : <output>Loading...</output>}
      {sources && sources.length > 0 ? (
        <DataTable
          label="Sources"
          columns={listColumns(context)}
          items={sources}
          keyOf={({ source }) => source}
          isPlain
          className="text-m"
          rowClass="tiny:grid"
        />
      ) : null}
    </section>
  );
}

const ALARM = 'font-strong text-alert';

function listColumns(context: RaceClock): Column<SourceState>[] {
  return [
    {
      head: 'Name',
      isRowHead: true,
      cell: ({ source, points, battery }) => (
        <>
          <Link
            // Padded to clear a name of several lines from the points, which have a negative margin.
            className="link bold py-3"
            to={`${ORGANISERS_SCREENS.reads}?${new URLSearchParams({ source })}`}
          >
            {source}
          </Link>
          <span className="-mt-2.5 block pb-1 text-s font-regular text-muted">
            {points.map((point) => describePoint(point, context.config)).join(', ')}
            {battery ? (
              <span className={`block ${battery.isLow ? ALARM : ''}`}>
                battery {battery.text}
                {battery.isLow ? ', low' : ''}
              </span>
            ) : null}
          </span>
        </>
      ),
    },
    {
      head: 'Last read',
      cell: ({ lastMs, silentMs, connection: { awaySinceMs, isAwaited } }) => (
        <span className={silentMs === undefined && awaySinceMs === undefined ? '' : ALARM}>
          <Word>last read </Word>
          {lastMs === undefined
            ? 'nothing yet'
            : `${describeSpan(Math.max(0, context.nowMs - lastMs))} ago`}
          {silentMs === undefined ? null : (
            <span className="block">silent since {shortTime(silentMs, context)}</span>
          )}
          {awaySinceMs === undefined ? null : (
            <span className="block">not connected since {shortTime(awaySinceMs, context)}</span>
          )}
          {isAwaited ? <span className="block">waiting for the reader</span> : null}
        </span>
      ),
    },
    {
      head: 'Reads/min',
      cell: ({ perMinute }) => (
        <>
          {describePace(perMinute)}
          <Word> a minute</Word>
        </>
      ),
    },
    {
      head: 'Clock',
      cell: (state) => (
        // A block: of a span, Safari would not count the longest word for the width of the column.
        <span className={`block wrap-break-word ${state.clock === undefined ? '' : ALARM}`}>
          <Word>clock </Word>
          {describeClock(state)}
        </span>
      ),
    },
  ];
}

/** Replaces the column's head where that is hidden. */
function Word({ children }: { readonly children: string }): ReactNode {
  return <span className="hidden tiny:inline">{children}</span>;
}
