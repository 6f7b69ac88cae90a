import type { ReactNode } from 'react';
import { Fragment } from 'react';

import { labelEvent } from '#shared/format/label-event.ts';
import type { ImportSample } from '#shared/wire/import-mapping.ts';

import styles from './PreviewOfFile.module.css';

export interface SampleRunnersProps {
  readonly samples: readonly ImportSample[];
  /** The setting, which has the names of the events. */
  readonly distances: string;
}

/** Some runners as they would be entered, to see a column that was mistaken or accents that came out wrong. */
export function SampleRunners({ samples, distances }: SampleRunnersProps): ReactNode {
  return (
    <ul className={styles.samples} aria-label="Some of the runners">
      {samples.map((sample) => (
        <li key={sample.line}>
          <span className={styles.line}>Line {sample.line}</span>{' '}
          <b>
            {sample.firstName} {sample.lastName}
          </b>
          {describeSample(sample, distances).map((part) => (
            <Fragment key={part}>
              {' · '}
              <span className={styles.part}>{part}</span>
            </Fragment>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** What is known of a runner beside the name: `Half`, `bib 12`, `band 301`, `F40`, `Mynydd Du`. */
function describeSample(sample: ImportSample, distances: string): readonly string[] {
  const { event, bibNumber, bandId, ageGroup, runClub } = sample;
  return [
    labelEvent(event, { distances }),
    bibNumber && `bib ${bibNumber}`,
    bandId && `band ${bandId}`,
    ageGroup,
    runClub,
  ].filter((part) => part !== '');
}
