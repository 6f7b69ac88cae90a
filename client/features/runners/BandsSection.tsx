import type { UnassignedBandBody } from '#shared/wire/missing-api.ts';
import type { SuccessReply } from '#shared/wire/http-api.ts';
import type { ReactNode } from 'react';
import { describeSight } from '#client/organisers/runners/describe-last-seen.ts';
import { nameOrganiser, shortTime } from '#client/organisers/rollcall/describe-called.ts';
import { isStillDismissed } from './missing-view.ts';
import { ListSection, Tile, TileButton, Tiles } from './ListSection.tsx';
import { useWorkspace } from './use-workspace.ts';
import { useMutation } from '@tanstack/react-query';
import { useLists, useOrganisersFeed } from '#client/organisers/lists/ListsProvider.tsx';
import { useCalls, useMay } from '#client/organisers/session/use-session.ts';
import { Only } from '#client/organisers/session/Only.tsx';
import type { RaceClock } from '#client/organisers/lists/race-clock.tsx';

function useDismissal(): (band: UnassignedBandBody) => void {
  const { actions, forms } = useWorkspace();
  const calls = useCalls();
  const feed = useOrganisersFeed();
  const dismiss = useMutation({
    mutationFn: (band: UnassignedBandBody) => {
      const path = `/mia/${band.bandID}`;
      return isStillDismissed(band)
        ? calls.send<SuccessReply>('POST', `${path}/undismiss`)
        : calls.send<SuccessReply>('POST', `${path}/dismiss`, { scans: band.scans });
    },
    onSuccess: () => feed.settle(undefined),
  });
  return (band) =>
    actions.run(dismiss, band, () =>
      forms.setStatus({
        text: isStillDismissed(band)
          ? `Brought back: band ${band.bandID}`
          : `Dismissed: band ${band.bandID}. It comes back when it is scanned again.`,
      }),
    );
}

export interface BandsSectionProps {
  readonly bands: readonly UnassignedBandBody[];
  readonly isDismissed?: boolean;
  readonly isAlone: boolean;
  readonly onOpen: (bandID: string) => void;
}

export function BandsSection(props: BandsSectionProps): ReactNode {
  const { bands, isDismissed = false, isAlone, onOpen } = props;
  const { missing } = useLists();
  const dismiss = useDismissal();
  // The bands are held, but each is as known now: one just dismissed can be brought back in its place.
  const known = new Map(missing?.unassigned.map((band) => [band.bandID, band]));
  return (
    <ListSection
      id={isDismissed ? 'dismissed' : 'unassigned'}
      title={
        isDismissed
          ? 'Dismissed until they are scanned again:'
          : 'Scanned numbers, not assigned to anyone:'
      }
      count={missing && bands.length}
    >
      {bands.length === 0 ? (
        <p className="muted mb-2.5">{missing ? 'None.' : 'Loading...'}</p>
      ) : null}
      <Tiles items={bands.flatMap(({ bandID }) => known.get(bandID) ?? [])} isAlone={isAlone}>
        {(band) => (
          <BandTile
            key={band.bandID}
            band={band}
            onDismiss={() => dismiss(band)}
            onOpen={() => onOpen(band.bandID)}
          />
        )}
      </Tiles>
    </ListSection>
  );
}

interface BandTileProps {
  readonly band: UnassignedBandBody;
  readonly onDismiss: () => void;
  readonly onOpen: () => void;
}

function BandTile({ band, onDismiss, onOpen }: BandTileProps): ReactNode {
  const { clock } = useWorkspace();
  const may = useMay();
  const { bandID } = band;
  const isDismissed = isStillDismissed(band);
  return (
    <Tile isAside={isDismissed}>
      <button
        type="button"
        className="bare-button fills line text-left hovers inner-focus gap-3 py-1.5 pr-3 pl-3.5 focus-visible:rounded-md tiny:basis-full tiny:flex-wrap"
        data-band={bandID}
        disabled={!may('runners:edit')}
        onClick={onOpen}
      >
        <span className="rigid bold max-w-[70%] text-title-m">
          {bandID}{' '}
          <Only right="runners:edit">
            <span className="block text-s semibold muted">Assign…</span>
          </Only>
        </span>{' '}
        <span className="shrinks text-s muted anywhere leading-snug text-balance">
          {describeBand(band, clock)}
        </span>
      </button>
      <Only right="runners:edit">
        <TileButton
          aria-label={isDismissed ? `Bring back band ${bandID}` : `Dismiss band ${bandID}`}
          onClick={onDismiss}
        >
          {isDismissed ? 'Bring back' : 'Dismiss'}
        </TileButton>
      </Only>
    </Tile>
  );
}

function describeBand(band: UnassignedBandBody, clock: RaceClock): string {
  const sight = describeSight(band, clock);
  if (!band.dismissal) return sight;
  const { at, by } = band.dismissal;
  const dismissal = `dismissed by ${nameOrganiser(by, clock.config)}, ${shortTime(at, clock)}`;
  return isStillDismissed(band)
    ? `${sight} · ${dismissal}`
    : `${sight} · scanned again: was ${dismissal}`;
}
