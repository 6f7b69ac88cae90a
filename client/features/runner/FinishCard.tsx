import type { ReactNode } from 'react';
import { describeTotal } from '#shared/format/describe-result.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { GroupPlaces } from '#shared/scoring/stages.ts';
import { useHeardMoment } from '#client/live/use-heard-moment.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { describeFinishClock } from './describe-runner.ts';
import styles from './FinishCard.module.css';
import { Keepsakes } from './Keepsakes.tsx';
import { PlaceTiles } from './PlaceTiles.tsx';

export interface FinishCardProps {
  readonly result: UnrankedResult;
  readonly places: GroupPlaces;
  readonly config: ConfigBody;
}

/** The result of a finisher. */
export function FinishCard(props: FinishCardProps): ReactNode {
  const { result, places, config } = props;
  const texts = useAllTexts();
  const courses = coursesOf(config);
  const ranking = courses.rankingOf(result.events);
  const nowMs = useHeardMoment();
  const { runner } = texts;
  return (
    <section className={styles.card} aria-label={runner.finished}>
      <p className={styles.headline}>
        <span className={styles.finished}>{runner.finished}</span>
        <span>{describeFinishClock(result, { texts, config, nowMs })}</span>
      </p>
      <p className={styles.time}>{describeTotal(result, texts.outcome, ranking)}</p>
      <PlaceTiles
        title={runner.placesAt(runner.theFinish)}
        places={places}
        runner={result}
        config={config}
        isFinal
      />
      <Keepsakes runner={result} raceTitle={config.pageTitle} photos={config.photos} />
    </section>
  );
}
