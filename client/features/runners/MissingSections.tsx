import { listOf } from '#client/organisers/texts/count-words.ts';
import type { ReactNode } from 'react';
import { type BandListProps, BandList, BANDS_STEP } from './BandList.tsx';
import { ListSection } from './ListSection.tsx';
import type { FoundParts, Shown } from './missing-view.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { Banner } from '#client/ui/Banner.tsx';
import { labelEvent } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import { type RunnersTableProps, RunnersTable } from './RunnersTable.tsx';

export function ClosedNotice({ config }: { readonly config: RaceConfig }): ReactNode {
  const closed = describeClosed(config);
  return closed === undefined ? null : (
    <Banner kind="notice">
      {closed} Anyone {config.closed ? '' : 'in it '}who was seen and did not finish shows as DNF in
      the results; a finish scan or an override time still counts.
    </Banner>
  );
}

/** `The race is closed.`, `Half and Full are closed.`; undefined while all is open. */
export function describeClosed(config: RaceConfig): string | undefined {
  if (config.closed) return 'The race is closed.';
  const names = coursesOf(config)
    .events.filter((event) => config.closedEvents[event])
    .map((event) => labelEvent(event, config));
  if (names.length === 0) return undefined;
  return `${listOf(names)} ${names.length === 1 ? 'is' : 'are'} closed.`;
}

interface FinishedDnfsProps extends Omit<RunnersTableProps, 'label' | 'columns'> {
  /** Sorted by finish time. */
  readonly rows: readonly AdminRunner[];
  /** Shown alone, also while it is empty. */
  readonly isAlone: boolean;
}

const DNF_TITLE = 'Out of the race, but scanned at the finish';

/** DNF runners with a finish scan (RULES.md MS5). */
export function FinishedDnfs({ isAlone, ...section }: FinishedDnfsProps): ReactNode {
  const { rows } = section;
  if (rows.length === 0 && !isAlone) return null;
  return (
    <ListSection id="finished-dnfs" title={DNF_TITLE} count={rows.length}>
      {rows.length === 0 ? (
        <EmptyNote>
          <p>Nobody.</p>
        </EmptyNote>
      ) : (
        <RunnersTable {...section} columns="seen" label={DNF_TITLE} />
      )}
    </ListSection>
  );
}

interface NoFinishProps extends Omit<RunnersTableProps, 'label' | 'rows' | 'columns'> {
  readonly rows: readonly AdminRunner[] | undefined;
}

const TITLE = 'Registered but no finish scan';

export function NoFinish({ rows, ...section }: NoFinishProps): ReactNode {
  return (
    <ListSection id="no-finish" title={TITLE} count={rows?.length}>
      {rows && rows.length > 0 ? (
        <RunnersTable {...section} columns="seen" label={TITLE} rows={rows} />
      ) : (
        <EmptyNote>
          <p>{rows ? <NobodyMissing /> : 'Loading...'}</p>
        </EmptyNote>
      )}
    </ListSection>
  );
}

/** The reason why nobody is listed; reassuring only if there are bands. */
function NobodyMissing(): ReactNode {
  const { everyone } = useLists();
  if (everyone.length === 0) return 'Nobody is entered yet.';
  const hasBand = everyone.some(
    ({ raceNumber, earlierBands = [] }) => raceNumber !== '' || earlierBands.length > 0,
  );
  if (!hasBand) return 'Nobody has a wristband yet.';
  return 'Everyone with a wristband has a finish.';
}

export interface BandsSectionProps extends Omit<
  BandListProps,
  'bands' | 'all' | 'first' | 'onShowAll'
> {
  readonly shown: Shown;
  readonly found: FoundParts | undefined;
  readonly all: BandListProps['all'] | undefined;
  readonly onShowAll: () => void;
}

/** Bands shown at first in the side column. */
const FIRST_BANDS = 8;

export function BandsSection(props: BandsSectionProps): ReactNode {
  const { shown, found, all, onShowAll, ...rest } = props;
  const isDismissed = shown === 'dismissed';
  const bands = found?.[isDismissed ? 'dismissed' : 'bands'];
  if (rest.hasQuery && bands?.length === 0) return null;
  return (
    <ListSection
      id="unassigned"
      title={
        isDismissed
          ? 'Dismissed until they are scanned again:'
          : 'Scanned numbers, not assigned to anyone:'
      }
      count={bands?.length || undefined}
    >
      {bands && all ? (
        <>
          {bands.length === 0 ? (
            <p className="muted mb-2.5">{describeNone(isDismissed, all.length)}</p>
          ) : null}
          <BandList
            key={shown}
            {...rest}
            bands={bands}
            all={all}
            first={shown === 'all' ? FIRST_BANDS : BANDS_STEP}
            {...(shown === 'all' ? { onShowAll } : {})}
          />
        </>
      ) : (
        <p className="muted">Loading...</p>
      )}
    </ListSection>
  );
}

function describeNone(isDismissed: boolean, dismissed: number): string {
  if (isDismissed) return 'No band is dismissed.';
  return dismissed === 0
    ? 'None: every scanned band belongs to somebody.'
    : 'None: every scanned band belongs to somebody or was dismissed.';
}
