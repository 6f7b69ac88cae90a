import type { ReactNode } from 'react';
import type { GroupPlaces } from '#shared/scoring/group-places.ts';
import { sexOf } from '#shared/scoring/group-places.ts';
import { useTexts } from '#client/ui/use-texts.ts';
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
  const { runner, common } = useTexts();
  const sex = sexOf(ageGroup);
  const { overall, sex: amongSex, ageGroup: amongAge } = places;
  const tiles = [
    overall && { place: overall.place, of: runner.ofAll(registered) },
    amongSex && sex && { place: amongSex.place, of: runner.ofSex[sex](amongSex.listed) },
    amongAge && { place: amongAge.place, of: runner.ofGroup(ageGroup, amongAge.listed) },
  ].filter((tile) => tile !== null && tile !== undefined);
  if (tiles.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="places">
      <h2 id="places" className={styles.title}>
        {title}
      </h2>
      <ul className={styles.tiles}>
        {tiles.map(({ place, of }) => (
          <li key={of} className={styles.tile}>
            <strong className={styles.place}>{common.ordinal(place)}</strong>{' '}
            <span className={styles.of}>{of}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
