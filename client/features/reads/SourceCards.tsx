import { type ReactNode, useRef } from 'react';

import type { SourceSummary } from '#shared/wire/reads-api.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';
import { Button } from '#client/ui/Button.tsx';
import { useScrollStrip } from '#client/ui/use-scroll-strip.ts';
import type { CorrectionSeed } from '#client/organisers/reads/correction-draft.ts';
import {
  formatCount,
  formatSecond,
  namePoints,
  type RaceClock,
} from '#client/organisers/reads/describe-read.ts';
import styles from './SourceCards.module.css';

export interface SourceCardsProps {
  readonly sources: readonly SourceSummary[];
  /** The source whose reads are listed; empty for all. */
  readonly chosen: string;
  readonly clock: RaceClock;
  readonly onChoose: (source: string) => void;
  /** Undefined for somebody who may not correct reads. */
  readonly onCorrect: ((seed: CorrectionSeed) => void) | undefined;
}

/** The sources of reads; a press lists those of one alone. */
export function SourceCards(props: SourceCardsProps): ReactNode {
  const { sources, chosen, clock, onChoose, onCorrect } = props;
  const strip = useRef<HTMLUListElement>(null);
  useScrollStrip(strip, 'li:has([aria-pressed=true])');
  return (
    <ul ref={strip} className={styles.cards} aria-label="Sources">
      {sources.map(({ source, reads, corrected, firstMs, lastMs, points, isReplay }) => (
        <li key={source} className={styles.card}>
          <button
            type="button"
            className={styles.choice}
            aria-pressed={source === chosen}
            onClick={() => onChoose(source === chosen ? '' : source)}
          >
            <strong className="bold anywhere">{source}</strong>{' '}
            <span className="text-s muted">{namePoints(points, clock.config)}</span>
            <span className="block text-s muted">
              {countOf(reads, 'read')}, the last {formatSecond(lastMs, clock)}
            </span>
            {isReplay ? (
              <span className="block text-s muted">from a file: its clock cannot be checked</span>
            ) : null}
            {corrected === 0 ? null : (
              <span className={styles.corrected}>{formatCount(corrected)} corrected</span>
            )}
          </button>
          {onCorrect ? (
            <Button
              onClick={() =>
                onCorrect({ kind: 'source', source, points, fromMs: firstMs, untilMs: lastMs })
              }
            >
              Correct…<span className="visually-hidden"> the reads of {source}</span>
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
