import type { ReactNode } from 'react';
import { formatElapsed } from '#shared/format/format-time.ts';
import { isClosedFor } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { GroupPlaces } from '#shared/scoring/group-places.ts';
import type { StageRun } from '#shared/scoring/legs.ts';
import { useHeardMoment } from '#client/live/use-heard-moment.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { describeFinishClock } from './describe-runner.ts';
import { findHighlights } from './find-highlights.ts';
import styles from './FinishCard.module.css';
import { Keepsakes } from './Keepsakes.tsx';
import { nameStage } from './list-stages.ts';
import { PlaceTiles } from './PlaceTiles.tsx';

export interface FinishCardProps {
  readonly result: UnrankedResult;
  readonly runs: readonly StageRun[];
  readonly places: GroupPlaces;
  readonly config: ConfigBody;
}

/** The result of who has finished: what the page is shown to others for (SCREENS.md RP14). */
export function FinishCard(props: FinishCardProps): ReactNode {
  const { result, runs, places, config } = props;
  const texts = useTexts();
  const nowMs = useHeardMoment();
  const { runner, common } = texts;
  const { bestLeg, rise } = findHighlights(runs);
  const nameOf = (run: StageRun): string => nameStage(run.point, result, { texts, config });
  return (
    <section className={styles.card} aria-label={runner.finished}>
      <p className={styles.headline}>
        <span className={styles.finished}>{runner.finished}</span>
        <span>{describeFinishClock(result, { texts, config, nowMs })}</span>
      </p>
      <p className={styles.time}>{formatElapsed(result.totalMs ?? 0)}</p>
      <PlaceTiles
        title={runner.placesAt(runner.theFinish)}
        places={places}
        ageGroup={result.ageGroup}
        isFinal
        isClosed={isClosedFor(result.events, config)}
      />
      {bestLeg || rise ? (
        <ul className={styles.highlights}>
          {rise ? <li data-sign="▲">{runner.wonSince(rise.places, nameOf(rise.since))}</li> : null}
          {bestLeg ? (
            <li data-sign="★">
              {runner.bestLeg(nameOf(bestLeg.run), common.ordinal(bestLeg.place))}
            </li>
          ) : null}
        </ul>
      ) : null}
      <Keepsakes runner={result} raceTitle={config.pageTitle} />
    </section>
  );
}
