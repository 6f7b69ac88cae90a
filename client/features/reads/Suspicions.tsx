import type { ReactNode } from 'react';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { ClockSuspicion, SwappedSources } from '#shared/wire/reads-api.ts';
import { Button } from '#client/ui/Button.tsx';
import type { CorrectionSeed } from '#client/organisers/reads/correction-draft.ts';
import { describeSuspicion, describeSwap } from '#client/organisers/reads/describe-read.ts';
import { formatShift } from '#client/organisers/texts/moment-text.ts';

export interface SuspicionsProps {
  readonly suspicions: readonly ClockSuspicion[];
  readonly config: RaceConfig;
  /** Undefined for users without the right to correct reads. */
  readonly onCorrect: ((seed: CorrectionSeed) => void) | undefined;
}

/** The sources whose clock seems to be wrong, each with the correction that would fix it (RULES.md CR6). */
export function Suspicions(props: SuspicionsProps): ReactNode {
  const { suspicions, config, onCorrect } = props;
  return suspicions.map((suspicion) => {
    const { source, point, by, rightSource, shiftMs, rival } = suspicion;
    const verb = shiftMs === null ? 'Correct' : 'Move';
    const isSure = shiftMs !== null && (by === 'arrival' || rightSource !== undefined);
    return (
      <Suspicion
        key={`${source} ${point} ${by}`}
        label={
          rival === undefined ? `The clock of ${source}` : `The clocks of ${source} and ${rival}`
        }
        text={describeSuspicion(suspicion, config)}
      >
        {onCorrect && rival === undefined ? (
          <Button
            kind={isSure ? 'main' : 'plain'}
            aria-label={`${verb} the clock of ${source}…`}
            onClick={() => onCorrect(seedOf(suspicion))}
          >
            {verb} the clock…
          </Button>
        ) : null}
      </Suspicion>
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

/** The pairs of sources that seem to be at each other's point (RULES.md CR8). */
export function SwappedSourcesList(props: {
  readonly swaps: readonly SwappedSources[];
  readonly config: RaceConfig;
}): ReactNode {
  return props.swaps.map((swap) => (
    <Suspicion
      key={`${swap.source} ${swap.other}`}
      label={`The points of ${swap.source} and ${swap.other}`}
      text={describeSwap(swap, props.config)}
    />
  ));
}

interface SuspicionProps {
  readonly label: string;
  readonly text: string;
  readonly children?: ReactNode;
}

function Suspicion({ label, text, children }: SuspicionProps): ReactNode {
  return (
    <section
      className="card row gap-x-4 border-2 border-[var(--gold-medal)] px-4 py-3"
      aria-label={label}
    >
      <p className="fills bold anywhere">{text}</p>
      {children}
    </section>
  );
}
