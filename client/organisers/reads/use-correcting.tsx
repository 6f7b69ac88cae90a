import { type ReactNode, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';

import { messageOf } from '../calls/call-error.ts';
import { useCalls, useMay } from '../session/use-session.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import type { CorrectionSeed } from './correction-draft.ts';
import { CorrectionDialog } from './CorrectionDialog.tsx';
import { type CountedCorrection, TakeBackDialog } from './CorrectionsMade.tsx';
import { describeAction } from './describe-read.ts';
import type { RaceDay } from '../runners/describe-last-seen.ts';
import { refreshReads, takeBackCorrection } from './reads-calls.ts';

interface Done {
  readonly text: string;
  readonly correctionId?: string;
}

export interface Correcting {
  /** Opens the dialog; undefined for somebody who may not correct reads. */
  readonly open: ((seed: CorrectionSeed) => void) | undefined;
  /** Asks before a correction is taken back; undefined likewise. */
  readonly askBack: ((counted: CountedCorrection) => void) | undefined;
  /** Raised by each correction: a list restarts with nothing chosen. */
  readonly round: number;
  readonly notice: ReactNode;
  readonly dialogs: ReactNode;
}

/** Corrects reads in dialogs; `onDone` is called when one is over, before everything is refetched. */
export function useCorrecting(clock: RaceDay, onDone: () => void): Correcting {
  const calls = useCalls();
  const queries = useQueryClient();
  const canCorrect = useMay()('results:edit');
  const [seed, setSeed] = useState<CorrectionSeed>();
  const [asked, setAsked] = useState<CountedCorrection>();
  const [done, setDone] = useState<Done>();
  const [round, setRound] = useState(0);
  const { config } = clock;

  const finish = (notice: Done): void => {
    // The dialog has to be gone before an element below it takes the focus; its own button may disappear too.
    flushSync(() => {
      setSeed(undefined);
      setAsked(undefined);
      setDone(notice);
      setRound(round + 1);
    });
    onDone();
    void refreshReads(queries);
  };
  const takeBack = useMutation({
    mutationFn: (correctionId: string) => takeBackCorrection(calls, correctionId),
    onSuccess: () => finish({ text: 'Taken back.' }),
  });
  const begin = (): void => {
    setDone(undefined);
    takeBack.reset();
  };
  return {
    open: canCorrect
      ? (next) => {
          begin();
          setSeed(next);
        }
      : undefined,
    askBack: canCorrect
      ? (counted) => {
          begin();
          setAsked(counted);
        }
      : undefined,
    round,
    notice: (
      <>
        {done ? (
          <div className="row *:first:flex-[1_1_12rem]">
            <Banner kind="done">{done.text}</Banner>
            {done.correctionId === undefined ? null : (
              <Button
                isBusy={takeBack.isPending}
                onClick={() => takeBack.mutate(done.correctionId ?? '')}
              >
                Take it back
              </Button>
            )}
          </div>
        ) : null}
        {takeBack.error ? <Banner kind="alert">{messageOf(takeBack.error)}</Banner> : null}
      </>
    ),
    dialogs: (
      <>
        {seed ? (
          <CorrectionDialog
            seed={seed}
            config={config}
            onDone={(correctionId, action) =>
              finish({ text: `${describeAction(action, config)}.`, correctionId })
            }
            onClose={() => setSeed(undefined)}
          />
        ) : null}
        {asked ? (
          <TakeBackDialog
            counted={asked}
            clock={clock}
            onDone={({ action }) =>
              finish({ text: `Taken back: ${describeAction(action, config)}.` })
            }
            onClose={() => setAsked(undefined)}
          />
        ) : null}
      </>
    ),
  };
}
