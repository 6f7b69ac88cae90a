import type { RaceConfig } from '#shared/model/race-config.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { UnassignedBandBody } from '#shared/wire/admin-api.ts';
import type { ReactNode } from 'react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { Button } from '../../components/Button.tsx';
import { FindBox } from '../../components/FindBox.tsx';
import { describeSight } from '../../organisers/registration/describe-sight.ts';
import { useToday } from '../../organisers/registration/use-today.ts';
import { BandButton } from './BandButton.tsx';
import { findBands } from './find-bands.ts';
import styles from './UnassignedBands.module.css';
import { useHeld } from './use-held.ts';

export interface BandListProps {
  /** In the order of their numbers. */
  readonly bands: readonly UnassignedBandBody[];
  readonly config: RaceConfig | undefined;
  /** Somebody is about to press one: what is scanned for the first time waits. */
  readonly isHeld: boolean;
  readonly onOpen: (bandID: string) => void;
}

/** Bands that are shown at first, and that each further look adds; before the import every band is one. */
const BANDS_STEP = 100;

/** One button a band, with where and when it was last seen. */
export function BandList(props: BandListProps): ReactNode {
  const { bands, config = DEFAULT_CONFIG, isHeld, onOpen } = props;
  const [text, setText] = useState('');
  const [most, setMost] = useState(BANDS_STEP);
  const known = useHeld(bands, isHeld);
  const listed = useMemo(() => keepKnown(bands, known), [bands, known]);
  const isSought = text.trim() !== '';
  const sought = isSought ? bands : listed;
  const { found, best } = useMemo(() => findBands(sought, text), [sought, text]);
  const today = useToday(config.timeZone);
  const shown = useMemo(
    () =>
      found
        .slice(0, most)
        .map((band) => ({ bandID: band.bandID, sight: describeSight(band, config, today) })),
    [found, most, config, today],
  );
  const open = useLatest(onOpen);
  return (
    <div className={styles.unassigned}>
      {listed.length > BANDS_STEP || text !== '' ? (
        <div className={styles.find}>
          <FindBox
            label="Find a band"
            text={text}
            onText={setText}
            rowsName="bands"
            shown={isSought ? { shown: found.length, listed: bands.length } : undefined}
            onEnter={() => {
              if (best) onOpen(best.bandID);
            }}
          />
        </div>
      ) : null}
      <ul className={styles.bands}>
        {shown.map(({ bandID, sight }) => (
          <li key={bandID}>
            <BandButton bandID={bandID} sight={sight} onOpen={open} />
          </li>
        ))}
      </ul>
      {found.length > most ? (
        <Button
          onClick={() => {
            setMost(most + BANDS_STEP);
          }}
        >
          Show more bands
        </Button>
      ) : null}
      <p className={styles.none}>
        {found.length === 0 ? `No band matches “${text.trim()}”. ` : ''}
        {describeWaiting(bands.length - sought.length)}
      </p>
    </div>
  );
}

/** The bands as they are now, without those that were not there yet. */
function keepKnown(
  bands: readonly UnassignedBandBody[],
  known: readonly UnassignedBandBody[],
): readonly UnassignedBandBody[] {
  if (bands === known) return bands;
  const ids = new Set(known.map(({ bandID }) => bandID));
  return bands.filter(({ bandID }) => ids.has(bandID));
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
