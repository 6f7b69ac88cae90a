import { type RaceConfig, DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import type { ReactNode } from 'react';
import { useTexts } from '#client/ui/use-texts.ts';
import { describeOutcome } from './describe-outcome.ts';
import styles from './RunnerResult.module.css';
import { useFollowedScans } from './use-runner-scans.ts';

export interface RunnerResultProps {
  readonly runner: AdminRunner;
  readonly config: RaceConfig | undefined;
}

/** What stands in the results for the runner whose form is open, whatever is typed (SCREENS.md SG21). */
export function RunnerResult({ runner, config = DEFAULT_CONFIG }: RunnerResultProps): ReactNode {
  const { data, error } = useFollowedScans(runner);
  const texts = useTexts();
  const outcome = data?.outcome;
  const told = outcome ? describeOutcome(outcome, runner, config, texts) : undefined;
  return (
    <section className={styles.result} aria-label="Result" aria-busy={!data && !error}>
      {told ? (
        <>
          {told.figure === '' ? null : <strong className={styles.figure}>{told.figure}</strong>}
          <span>{told.status}</span>
          {told.times.map((time) => (
            <span key={time} className={styles.time}>
              {time}
            </span>
          ))}
          {told.places.length === 0 ? null : (
            <span className={styles.places}>
              {told.placesAt === '' ? null : <span>{told.placesAt}:</span>}
              {told.places.map((place) => (
                <span key={place}>{place}</span>
              ))}
            </span>
          )}
        </>
      ) : null}
      {!data && error ? <span>The result cannot be read just now.</span> : null}
    </section>
  );
}
