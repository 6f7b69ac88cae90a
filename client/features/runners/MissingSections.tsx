import type { ReactNode } from 'react';
import { type BandListProps, BandList, BANDS_STEP } from './BandList.tsx';
import { ListSection } from './ListSection.tsx';
import type { FoundParts, Shown } from './missing-view.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { EmptyNote } from '#client/ui/EmptyNote.tsx';
import { type RunnersTableProps, RunnersTable } from './RunnersTable.tsx';

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
          <p>{rows ? 'Nobody with a wristband is without a finish.' : 'Loading...'}</p>
        </EmptyNote>
      )}
    </ListSection>
  );
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
          {bands.length === 0 ? <p className="muted mb-2.5">None.</p> : null}
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
