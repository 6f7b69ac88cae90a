import { type ReactNode, useId } from 'react';

import { type Column, DataTable } from '#client/kit/DataTable.tsx';
import { Link } from '#client/ui/Link.tsx';
import { isolateText } from '#client/ui/isolate-text.ts';
import { findDeskPath } from '#shared/wire/screens.ts';
import type { PrizeCard, PrizeLine } from './list-prizes.ts';

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
    // Beside a name it has room for three letters on a phone.
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

/**
 * One prize: who takes it, which places are open, and who could still change it.
 */
export function PrizeTable({ card }: { readonly card: PrizeCard }): ReactNode {
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
