import { type ReactNode, useMemo } from 'react';

import type { Correction } from '#shared/model/decisions.ts';
import type { ListedRead } from '#shared/wire/reads-api.ts';
import { findDeskPath } from '#shared/wire/screens.ts';
import { type Column, DataTable } from '#client/kit/DataTable.tsx';
import { Link } from '#client/ui/Link.tsx';
import {
  describeAction,
  describeDecision,
  explainVerdict,
  formatMoment,
  formatSecond,
  nameHolder,
  namePoints,
  shortVerdict,
} from './describe-read.ts';
import { type RaceDay, useRaceDay } from '../lists/race-clock.tsx';

export type CorrectionsById = ReadonlyMap<string, Correction>;

interface ColumnProps {
  readonly clock: RaceDay;
  readonly corrections: CorrectionsById;
  /** Undefined without the right to correct reads. */
  readonly onToggle: ((read: ListedRead) => void) | undefined;
}

/** The original value of a read, if a correction replaced it. */
function Original({
  text,
  by,
}: {
  readonly text: string | undefined;
  readonly by: string;
}): ReactNode {
  if (text === undefined || text === by) return null;
  return (
    <s className="block text-s font-medium text-muted">
      <span className="visually-hidden">came as </span>
      {text}
    </s>
  );
}

/** Replaces the head of a column on a phone. */
function Word({ children }: { readonly children: string }): ReactNode {
  return <span className="hidden narrow:inline">{children} </span>;
}

function Outcome({
  read,
  clock,
  corrections,
}: ColumnProps & { readonly read: ListedRead }): ReactNode {
  const why = explainVerdict(read, clock);
  return (
    <>
      <span
        className={`tag semibold nowrap border border-line px-1.5 py-0 text-s ${TONES[read.verdict] ?? 'bg-raised'}`}
      >
        {shortVerdict(read.verdict)}
      </span>
      {why === '' ? null : <span className="text-s muted"> {why}</span>}
      {read.corrections.map((id) => {
        const correction = corrections.get(id);
        return correction ? (
          <span key={id} className="mt-0.5 block text-s leading-snug text-muted">
            {describeAction(correction.action, clock.config)} by{' '}
            {describeDecision(correction, clock)}
          </span>
        ) : null;
      })}
    </>
  );
}

const TONES: Partial<Record<ListedRead['verdict'], string>> = {
  counted: 'tone-done',
  unassigned: 'tone-alert',
};

function listColumns(props: ColumnProps): Column<ListedRead>[] {
  const { clock, onToggle } = props;
  const { config } = clock;
  const choice: Column<ListedRead> = {
    head: 'Choose',
    isHeadHidden: true,
    className: 'w-12 p-0! pl-1! narrow:self-center narrow:[grid-area:choose]',
    cell: (read, isChosen) => (
      // As large as a thumb.
      <label className="clickable grid size-11 place-items-center">
        <input
          // Between what stays at the top and at the foot of the list.
          className="size-5 scroll-mt-20 scroll-mb-30 accent-accent"
          type="checkbox"
          aria-label={`${formatMoment(read.timeMs, clock)}, ${read.source}, ${read.hand ? '' : 'band '}${read.bandID}`}
          checked={isChosen}
          onChange={() => onToggle?.(read)}
        />
      </label>
    ),
  };
  return [
    ...(onToggle ? [choice] : []),
    {
      head: 'Time',
      isRowHead: true,
      className: 'w-[7.5rem] narrow:[grid-area:moment]',
      cell: ({ timeMs, asRead, verdict }) => {
        const moment = formatMoment(timeMs, clock);
        return (
          <>
            <Original text={asRead && formatMoment(asRead.timeMs, clock)} by={moment} />
            <time
              className={verdict === 'void' ? 'line-through' : undefined}
              dateTime={new Date(timeMs).toISOString()}
            >
              {moment}
            </time>
          </>
        );
      },
    },
    {
      head: 'Arrived',
      className: 'w-[6rem] text-muted narrow:text-right narrow:[grid-area:arrived] tiny:text-left',
      cell: ({ arrivedMs }) =>
        arrivedMs === null ? (
          '–'
        ) : (
          <>
            <Word>arrived</Word>
            <time dateTime={new Date(arrivedMs).toISOString()}>
              {formatSecond(arrivedMs, clock)}
            </time>
          </>
        ),
    },
    {
      head: 'Source',
      className: 'w-[7rem] narrow:text-muted narrow:[grid-area:source]',
      cell: ({ source }) => source,
    },
    {
      head: 'Point',
      className: 'w-[7rem] narrow:text-right narrow:[grid-area:point] tiny:text-left',
      cell: ({ points, asRead }) => {
        const place = namePoints(points, config);
        return (
          <>
            <Original text={asRead && namePoints(asRead.points, config)} by={place} />
            {place}
          </>
        );
      },
    },
    {
      head: 'Band',
      className:
        'w-[7rem] narrow:text-right narrow:text-muted narrow:[grid-area:band] tiny:text-left',
      cell: ({ hand, asRead, bandID }) => (
        <>
          {hand ? null : <Word>band</Word>}
          <Original text={asRead?.bandID} by={bandID} />
          {bandID}
        </>
      ),
    },
    {
      head: 'Runner',
      className: 'w-[12rem] narrow:[grid-area:runner]',
      cell: ({ runner }) =>
        runner ? (
          <Link className="text-inherit" to={findDeskPath(runner.runnerId)}>
            {nameHolder(runner, config)}
          </Link>
        ) : (
          <span className="muted">nobody</span>
        ),
    },
    {
      head: 'Outcome',
      className: 'narrow:[grid-area:verdict]',
      cell: (read) => <Outcome read={read} {...props} />,
    },
  ];
}

export interface ReadsTableProps extends Omit<ColumnProps, 'clock'> {
  readonly reads: readonly ListedRead[];
  readonly chosen: ReadonlyMap<string, ListedRead>;
}

export function ReadsTable(props: ReadsTableProps): ReactNode {
  const { reads, chosen, corrections, onToggle } = props;
  const clock = useRaceDay();
  const columns = useMemo(
    () => listColumns({ clock, corrections, onToggle }),
    [clock, corrections, onToggle],
  );
  return (
    <DataTable
      label="Reads"
      columns={columns}
      items={reads}
      keyOf={({ scanId }) => scanId}
      isChosen={({ scanId }) => chosen.has(scanId)}
      className="table-fixed text-m"
      rowClass="narrow:grid narrow:grid-cols-[auto_minmax(0,1fr)_auto] narrow:items-baseline narrow:gap-x-2.5 narrow:gap-y-px narrow:pl-1 narrow:[grid-template-areas:'choose_moment_point'_'choose_runner_band'_'choose_verdict_verdict'_'choose_source_arrived'] tiny:grid-cols-[auto_minmax(0,1fr)] tiny:[grid-template-areas:'choose_moment'_'choose_point'_'choose_runner'_'choose_band'_'choose_verdict'_'choose_source'_'choose_arrived']"
    />
  );
}
