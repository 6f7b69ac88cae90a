import type { RaceConfig } from '#shared/model/race-config.ts';
import type { UnassignedBandBody } from '#shared/wire/missing-api.ts';
import type { ReactNode } from 'react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { Button } from '#client/ui/Button.tsx';
import type { SightClock } from '#client/organisers/runners/describe-last-seen.ts';
import { describeSight, describeTime } from '#client/organisers/runners/describe-last-seen.ts';
import styles from './BandList.module.css';
import { BandTile } from './BandTile.tsx';
import { isPutAside } from './missing-view.ts';
import { useHeld } from './use-held.ts';

export interface BandListProps {
  /** Those that belong here, in the order of their numbers. */
  readonly bands: readonly UnassignedBandBody[];
  /** All that nobody has: one that is put aside or brought back stays in its place for a while. */
  readonly all: readonly UnassignedBandBody[];
  /** They were looked for: what is found is shown at once. */
  readonly isSought: boolean;
  readonly config: RaceConfig;
  readonly clock: SightClock;
  /** Somebody is about to press one: none comes or goes. */
  readonly isHeld: boolean;
  /** How many are shown at first. */
  readonly first: number;
  /** Shows the rest elsewhere; without it they come a step at a time. */
  readonly onShowAll?: () => void;
  readonly onOpen: (bandID: string) => void;
  readonly onDismiss: (band: UnassignedBandBody) => void;
}

/** Bands that each further look adds; before the import every band is one. */
export const BANDS_STEP = 100;

/** One tile a band, with where and when it was last seen. */
export function BandList(props: BandListProps): ReactNode {
  const { bands, all, isSought, config, isHeld, first, onShowAll } = props;
  const { nowMs, today } = props.clock;
  const [more, setMore] = useState(0);
  const most = first + more;
  const known = useHeld(bands, isHeld);
  const isStill = isHeld && !isSought;
  const listed = useMemo(
    () => (isStill ? findAgain(known, all) : bands),
    [isStill, known, all, bands],
  );
  const shown = useMemo(
    () =>
      listed
        .slice(0, most)
        .map((band) => ({ band, sight: describeBand(band, config, { nowMs, today }) })),
    [listed, most, config, nowMs, today],
  );
  const open = useLatest(props.onOpen);
  const dismiss = useLatest(props.onDismiss);
  return (
    <div className={styles.unassigned}>
      <ul className={styles.bands}>
        {shown.map(({ band, sight }) => (
          <li key={band.bandID}>
            <BandTile band={band} sight={sight} onOpen={open} onDismiss={dismiss} />
          </li>
        ))}
      </ul>
      {listed.length > most ? (
        <Button
          onClick={() => {
            if (onShowAll) onShowAll();
            else setMore(more + BANDS_STEP);
          }}
        >
          {onShowAll ? `Show all ${listed.length} bands` : 'Show more bands'}
        </Button>
      ) : null}
      <p className={styles.none}>{isStill ? describeWaiting(countNew(bands, known)) : ''}</p>
    </div>
  );
}

function describeBand(band: UnassignedBandBody, config: RaceConfig, clock: SightClock): string {
  const sight = describeSight(band, config, clock);
  if (!band.dismissal) return sight;
  const { at, by } = band.dismissal;
  const deed = `dismissed by ${by.replace(/@.*/, '')}, ${describeTime(at, config.timeZone, clock.today)}`;
  return isPutAside(band) ? `${sight} · ${deed}` : `${sight} · scanned again: was ${deed}`;
}

/** The bands that were there, as they are now, without those that somebody has by now. */
function findAgain(
  known: readonly UnassignedBandBody[],
  all: readonly UnassignedBandBody[],
): readonly UnassignedBandBody[] {
  const ids = new Set(known.map(({ bandID }) => bandID));
  return all.filter(({ bandID }) => ids.has(bandID));
}

function countNew(
  bands: readonly UnassignedBandBody[],
  known: readonly UnassignedBandBody[],
): number {
  const ids = new Set(known.map(({ bandID }) => bandID));
  return bands.filter(({ bandID }) => !ids.has(bandID)).length;
}

function describeWaiting(count: number): string {
  if (count === 0) return '';
  return `${count === 1 ? '1 new band comes' : `${count} new bands come`} in when you leave the list.`;
}

/** A function that stays the same and calls the latest one: who gets it need not be drawn again. */
function useLatest<T>(call: (value: T) => void): (value: T) => void {
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  });
  return useCallback((value: T) => {
    latest.current(value);
  }, []);
}
