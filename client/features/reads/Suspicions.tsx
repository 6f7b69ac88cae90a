import { type ReactNode, useState } from 'react';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { ClockSuspicion, SwappedSources } from '#shared/wire/reads-api.ts';
import { Button } from '#client/ui/Button.tsx';
import type { CorrectionSeed } from '#client/organisers/reads/correction-draft.ts';
import {
  describeSuspicion,
  describeSwap,
  NO_END_MS,
} from '#client/organisers/reads/describe-read.ts';
import { formatShift } from '#client/organisers/texts/moment-text.ts';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { createRequestId } from '#client/live/request-id.ts';
import { correctReads } from '#client/organisers/reads/reads-calls.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';

export interface SuspicionsProps {
  readonly suspicions: readonly ClockSuspicion[];
  /** The sources whose reads come from a file. */
  readonly replayed: ReadonlySet<string>;
  readonly config: RaceConfig;
  /** Undefined for users without the right to correct reads. */
  readonly onCorrect: ((seed: CorrectionSeed) => void) | undefined;
}

/** The sources whose clock seems to be wrong, each with the correction that would fix it (RULES.md CR6). */
export function Suspicions(props: SuspicionsProps): ReactNode {
  const { suspicions, replayed, config, onCorrect } = props;
  return suspicions.map((suspicion) => {
    const { source, point, by, rightSource, shiftMs, rival } = suspicion;
    const isSure = shiftMs !== null && !rival && (by === 'arrival' || rightSource !== undefined);
    return (
      <Suspicion
        key={`${source} ${point} ${by}`}
        label={rival ? `The clocks of ${source} and ${rival.source}` : `The clock of ${source}`}
        text={describeSuspicion(suspicion, config, replayed.has(source))}
      >
        {onCorrect ? (
          <>
            <Button kind={isSure ? 'main' : 'plain'} onClick={() => onCorrect(seedOf(suspicion))}>
              {rival ? `Move ${source}…` : shiftMs === null ? 'Correct…' : 'Move the clock…'}
              {rival ? null : (
                <span className="visually-hidden">
                  {shiftMs === null ? ' the clock' : null} of {source}
                </span>
              )}
            </Button>
            {rival ? (
              <Button onClick={() => onCorrect(seedOf(rival))}>Move {rival.source}…</Button>
            ) : null}
          </>
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

export interface SwappedSourcesProps {
  readonly swaps: readonly SwappedSources[];
  readonly config: RaceConfig;
  /** Called after both corrections; undefined for users without the right to correct reads. */
  readonly onDone: (() => void) | undefined;
}

/** The pairs of sources that seem to be at each other's point, with the corrections that would fix it (RULES.md CR8). */
export function SwappedSourcesList({ swaps, config, onDone }: SwappedSourcesProps): ReactNode {
  const [swapping, setSwapping] = useState<SwappedSources>();
  return (
    <>
      {swaps.map((swap) => (
        <Suspicion
          key={`${swap.source} ${swap.other}`}
          label={`The points of ${swap.source} and ${swap.other}`}
          text={describeSwap(swap, config)}
        >
          {onDone ? (
            <Button kind={swap.isSure ? 'main' : 'plain'} onClick={() => setSwapping(swap)}>
              Swap their points…
              <span className="visually-hidden">
                {' '}
                of {swap.source} and {swap.other}
              </span>
            </Button>
          ) : null}
        </Suspicion>
      ))}
      {swapping && onDone ? (
        <SwapDialog
          swap={swapping}
          config={config}
          onDone={() => {
            setSwapping(undefined);
            onDone();
          }}
          onClose={() => setSwapping(undefined)}
        />
      ) : null}
    </>
  );
}

interface SwapDialogProps {
  readonly swap: SwappedSources;
  readonly config: RaceConfig;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Moves the reads of both in two corrections; a retry after a failure makes neither twice. */
function SwapDialog({ swap, config, onDone, onClose }: SwapDialogProps): ReactNode {
  const calls = useCalls();
  const [ids] = useState(() => [createRequestId(), createRequestId()] as const);
  const { source, point, other, otherPoint, fromMs } = swap;
  const reason = `${source} and ${other} were at each other’s point`;
  const move = async (its: string, to: string, correctionId: string): Promise<void> => {
    const reads = { kind: 'source', source: its, fromMs, untilMs: NO_END_MS } as const;
    const action = { kind: 'point', points: [to] } as const;
    await correctReads(calls, { reads, action, correctionId, reason });
  };
  const save = useMutation({
    mutationFn: async () => {
      await move(source, otherPoint, ids[0]);
      await move(other, point, ids[1]);
    },
    onSuccess: onDone,
  });
  const [here, there] = [point, otherPoint].map((at) => describePoint(at, config));
  return (
    <ConfirmDialog
      title={`Swap the points of ${source} and ${other}?`}
      confirmLabel="Swap their points"
      isBusy={save.isPending}
      onConfirm={() => save.mutate()}
      onCancel={onClose}
    >
      {save.error ? <Banner kind="alert">{messageOf(save.error)}</Banner> : null}
      <p>
        All reads of {source} count at {there} and all reads of {other} at {here}, including those
        still to come. The reads themselves do not change.
      </p>
      <p>Both corrections are listed below, and each can be undone.</p>
    </ConfirmDialog>
  );
}

interface SuspicionProps {
  readonly label: string;
  readonly text: string;
  /** The buttons that correct it; null for users without the right. */
  readonly children: ReactNode;
}

function Suspicion({ label, text, children }: SuspicionProps): ReactNode {
  return (
    <section
      className="card row gap-x-4 border-2 border-[var(--gold-medal)] px-4 py-3"
      aria-label={label}
    >
      <p className="fills bold anywhere">{text}</p>
      {children ?? <p className="text-m muted">An organiser with all rights can correct it.</p>}
    </section>
  );
}
