import type { ReactNode } from 'react';

import type { RaceConfig } from '#shared/model/race-config.ts';
import type { ClockSuspicion } from '#shared/wire/reads-api.ts';
import { Button } from '#client/ui/Button.tsx';
import type { CorrectionSeed } from '#client/organisers/reads/correction-draft.ts';
import { describeSuspicion } from '#client/organisers/reads/describe-read.ts';
import { formatShift } from '#client/organisers/texts/moment-text.ts';

export interface SuspicionsProps {
  readonly suspicions: readonly ClockSuspicion[];
  /** The sources whose reads come from a file. */
  readonly replayed: ReadonlySet<string>;
  readonly config: RaceConfig;
  /** Undefined for somebody who may not correct reads. */
  readonly onCorrect: ((seed: CorrectionSeed) => void) | undefined;
}

/** The sources whose clock seems to be wrong, each with the correction that would fix it (RULES.md CR6). */
export function Suspicions(props: SuspicionsProps): ReactNode {
  const { suspicions, replayed, config, onCorrect } = props;
  return suspicions.map((suspicion) => {
    const { source, point, by, rightSource, shiftMs } = suspicion;
    const isSure = by === 'arrival' || rightSource !== undefined;
    return (
      <section
        key={`${source} ${point} ${suspicion.by}`}
        className="card row gap-x-4 border-2 border-[var(--gold-medal)] px-4 py-3"
        aria-label={`The clock of ${source}`}
      >
        <p className="fills bold anywhere">
          {describeSuspicion(suspicion, config, replayed.has(source))}
        </p>
        {onCorrect ? (
          <Button
            kind={shiftMs !== null && isSure ? 'main' : 'plain'}
            onClick={() => onCorrect(seedOf(suspicion))}
          >
            {shiftMs === null ? 'Correct…' : 'Move the clock…'}
            <span className="visually-hidden">
              {shiftMs === null ? ' the clock' : null} of {source}
            </span>
          </Button>
        ) : (
          <p className="text-m muted">An organiser with all rights can correct it.</p>
        )}
      </section>
    );
  });
}

function seedOf(suspicion: ClockSuspicion): CorrectionSeed {
  const { source, point, everywhere, fromMs, untilMs, shiftMs } = suspicion;
  const only = everywhere ? {} : { point };
  const seed = { kind: 'source', source, points: [point], ...only, fromMs, untilMs } as const;
  if (shiftMs === null) return seed;
  const far = formatShift(Math.abs(shiftMs)).slice(1);
  const reason = `The clock was ${far} ${shiftMs > 0 ? 'behind' : 'ahead'}`;
  return { ...seed, shiftMs, reason };
}
