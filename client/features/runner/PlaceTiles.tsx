import type { ReactNode } from 'react';
import { joinParts } from '#shared/format/isolate-text.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { isClosedFor, type RaceConfig } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { countAmong, type GroupPlaces } from '#shared/scoring/stages.ts';
import { useStandings } from '#client/live/use-standings.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { listPlaces } from '#client/ui/list-places.ts';
import styles from './PlaceTiles.module.css';

export interface PlaceTilesProps {
  readonly title: string;
  readonly places: GroupPlaces;
  readonly runner: UnrankedResult;
  readonly config: RaceConfig;
  /** Places at the finish: the first three get medals. */
  readonly isFinal?: boolean;
}

/** The places of a runner overall, by sex and by age group, with the number in each. */
export function PlaceTiles(props: PlaceTilesProps): ReactNode {
  const { title, places, runner, config, isFinal = false } = props;
  // Nobody else can finish.
  const isClosed = isFinal && isClosedFor(runner.events, config);
  const texts = useAllTexts();
  const courses = coursesOf(config);
  const tiles = listPlaces(places, {
    texts,
    runner,
    courses,
    ofAll: texts.runner.ofAll,
    isClosed,
  });
  const entered = useStandings().totals[runner.events] ?? 0;
  if (tiles.length === 0) return null;
  // Places count only runners with a result (RULES.md GP4), so the number of entries is shown too.
  const hasUnseen = places.overall !== null && entered > countAmong(places.overall, isClosed);
  return (
    <section className={styles.part} aria-labelledby="places" data-final={isFinal}>
      <h2 id="places" className={styles.title}>
        {joinParts([title, hasUnseen && texts.runner.entered(entered)])}
      </h2>
      <ul className="flow plain-list">
        {tiles.map(({ place, of }) => (
          <li
            key={of}
            className={styles.tile}
            data-medal={isFinal && place <= 3 ? place : undefined}
          >
            <strong className={styles.place}>
              {texts.common.ordinal(place, courses.sexOf(runner))}
            </strong>{' '}
            <span className={`${styles.of} text-m muted`}>{of}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
