import type { ReactNode } from 'react';
import type { GroupPlaces } from '#shared/scoring/group-places.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { listPlaces } from './list-places.ts';
import styles from './PlaceTiles.module.css';

export interface PlaceTilesProps {
  readonly title: string;
  readonly places: GroupPlaces;
  readonly ageGroup: string;
  /** How many are registered for the event. */
  readonly registered: number;
}

/** Where a runner stands among all, their sex and their age group, with how many there are of each. */
export function PlaceTiles({ title, places, ageGroup, registered }: PlaceTilesProps): ReactNode {
  const texts = useTexts();
  const tiles = listPlaces(places, {
    texts,
    ageGroup,
    ofAll: () => texts.runner.ofAll(registered),
    count: 'listed',
  });
  if (tiles.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="places">
      <h2 id="places" className={styles.title}>
        {title}
      </h2>
      <ul className={styles.tiles}>
        {tiles.map(({ place, of }) => (
          <li key={of} className={styles.tile}>
            <strong className={styles.place}>{texts.common.ordinal(place)}</strong>{' '}
            <span className={styles.of}>{of}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
