import type { UnassignedBandBody } from '#shared/wire/missing-api.ts';
import type { SuccessReply } from '#shared/wire/http-api.ts';
import { type ReactNode, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { describeSight } from '#client/organisers/runners/describe-last-seen.ts';
import { nameOrganiser, shortTime } from '#client/organisers/rollcall/describe-called.ts';
import { isStillDismissed } from './missing-view.ts';
import { Tile, TileButton, Tiles } from './ListSection.tsx';
import { useHeld } from './use-held.ts';
import { useWorkspace } from './use-workspace.ts';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { useOrganisersFeed } from '#client/organisers/lists/ListsProvider.tsx';
import { useCalls, useMay } from '#client/organisers/session/use-session.ts';
import { Only } from '#client/organisers/session/Only.tsx';
import type { RaceClock } from '#client/organisers/lists/race-clock.tsx';

function useDismissal(): (band: UnassignedBandBody) => void {
  const { setStatus } = useWorkspace().forms;
  const calls = useCalls();
  const feed = useOrganisersFeed();
  const { mutate, isPending } = useMutation({
    mutationFn: (band: UnassignedBandBody) => {
      const path = `/mia/${band.bandID}`;
      return isStillDismissed(band)
        ? calls.send<SuccessReply>('POST', `${path}/undismiss`)
        : calls.send<SuccessReply>('POST', `${path}/dismiss`, { scans: band.scans });
    },
    onSuccess: (_, band) => {
      setStatus({
        text: isStillDismissed(band)
          ? `Brought back: band ${band.bandID}`
          : `Dismissed: band ${band.bandID}. It comes back when it is scanned again.`,
      });
      return feed.settle(undefined);
    },
    onError: (error) => setStatus({ text: messageOf(error), tone: 'alert' }),
  });
  return (band) => {
    // A second tap would undo the first.
    if (!isPending) mutate(band);
  };
}

export interface BandListProps {
  readonly bands: readonly UnassignedBandBody[];
  /** All unassigned bands: while held, one just dismissed or brought back stays in its place. */
  readonly all: readonly UnassignedBandBody[];
  readonly hasQuery: boolean;
  /** Whether somebody is about to press a band, so that none may come or go. */
  readonly isHeld: boolean;
  readonly first: number;
  /** Opens the whole list elsewhere; without it this list grows step by step. */
  readonly onShowAll?: () => void;
  readonly onOpen: (bandID: string) => void;
}

/** Bands added by each press; before the import every band is unassigned. */
export const BANDS_STEP = 100;

export function BandList(props: BandListProps): ReactNode {
  const { bands, all, hasQuery, isHeld, first, onShowAll, onOpen } = props;
  const { clock } = useWorkspace();
  const may = useMay();
  const dismiss = useDismissal();
  const [more, setMore] = useState(0);
  const most = first + more;
  const known = useHeld(bands, isHeld);
  const isStill = isHeld && !hasQuery;
  const knownIds = new Set(known.map(({ bandID }) => bandID));
  const listed = isStill ? all.filter(({ bandID }) => knownIds.has(bandID)) : bands;
  return (
    <div className="stack-12 one-column">
      <Tiles>
        {listed.slice(0, most).map((band) => {
          const { bandID } = band;
          const isDismissed = isStillDismissed(band);
          return (
            <Tile key={bandID} isAside={isDismissed}>
              <button
                type="button"
                className="bare-button fills line text-left hovers inner-focus gap-3 py-1.5 pr-3 pl-3.5 focus-visible:rounded-md tiny:basis-full tiny:flex-wrap"
                data-band={bandID}
                disabled={!may('runners:edit')}
                onClick={() => onOpen(bandID)}
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
                  title={
                    isDismissed
                      ? undefined
                      : 'For a spare or test band: hidden until it is scanned again'
                  }
                  onClick={() => dismiss(band)}
                >
                  {isDismissed ? 'Bring back' : 'Dismiss'}
                </TileButton>
              </Only>
            </Tile>
          );
        })}
      </Tiles>
      {listed.length > most ? (
        <Button
          className="justify-self-start"
          onClick={() => {
            if (onShowAll) onShowAll();
            else setMore(more + BANDS_STEP);
          }}
        >
          {onShowAll ? `Show all ${listed.length} bands` : 'Show more bands'}
        </Button>
      ) : null}
    </div>
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
