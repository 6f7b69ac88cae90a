import type { ReactNode } from 'react';
import { describeTotal } from '#shared/format/describe-result.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { isClosedFor } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { GroupPlaces, StageRun } from '#shared/scoring/stages.ts';
import { useHeardMoment } from '#client/live/use-heard-moment.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { describeFinishClock } from './describe-runner.ts';
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

/** The result of a finisher. */
export function FinishCard(props: FinishCardProps): ReactNode {
  const { result, runs, places, config } = props;
  const texts = useAllTexts();
  const courses = coursesOf(config);
  const ranking = courses.rankingOf(result.events);
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
      <p className={styles.time}>{describeTotal(result, texts.outcome, ranking)}</p>
      <PlaceTiles
        title={runner.placesAt(runner.theFinish)}
        places={places}
        runner={result}
        config={config}
        isFinal
        isClosed={isClosedFor(result.events, config)}
      />
      {bestLeg || rise ? (
        <ul className={styles.highlights}>
          {rise ? <li data-sign="▲">{runner.wonSince(rise.places, nameOf(rise.since))}</li> : null}
          {bestLeg ? (
            <li data-sign="★">
              {runner.bestLeg(
                nameOf(bestLeg.run),
                common.ordinal(bestLeg.place, courses.sexOf(result)),
              )}
            </li>
          ) : null}
        </ul>
      ) : null}
      <Keepsakes runner={result} raceTitle={config.pageTitle} photos={config.photos} />
    </section>
  );
}

/** The leg with a better place than the finish, and the places gained since the first stage, if any. */
function findHighlights(runs: readonly StageRun[]) {
  const last = runs.at(-1)?.place ?? null;
  if (last === null) return {};
  const legs = runs.flatMap((run) => (run.legPlace === null ? [] : [{ run, place: run.legPlace }]));
  const [best] = legs.toSorted((a, b) => a.place - b.place);
  const since = runs.find(({ place }) => place !== null);
  const places = (since?.place ?? last) - last;
  return {
    bestLeg: best && best.place < last ? best : undefined,
    rise: since && places > 0 ? { places, since } : undefined,
  };
}
