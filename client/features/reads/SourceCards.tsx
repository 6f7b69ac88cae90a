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
    <ul
      ref={strip}
      className="plain-list grid scroll-strip relative -mx-1 grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-2 p-1 phone:auto-cols-[min(17rem,85%)] phone:grid-flow-col phone:grid-cols-none"
      aria-label="Sources"
    >
      {sources.map(({ source, reads, corrected, firstMs, lastMs, points, isReplay }) => (
        <li key={source} className="card row shrinks gap-0 pr-2.5">
          <button
            type="button"
            className="bare-button shrinks min-h-15 flex-[1_1_9rem] rounded-lg py-2 pl-3.5 text-left aria-pressed:[box-shadow:inset_4px_0_0_var(--accent)]"
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
              <span className="tag tone-notice text-s semibold">
                {formatCount(corrected)} corrected
              </span>
            )}
          </button>
          {onCorrect ? (
            <Button
              className="my-2 ml-auto flex-none px-[11px] text-m"
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
