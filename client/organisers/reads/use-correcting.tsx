import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';

import { useCalls, useMay } from '../session/use-session.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import type { CorrectionSeed } from './correction-draft.ts';
import { CorrectionDialog } from './CorrectionDialog.tsx';
import { type CountedCorrection, TakeBackDialog } from './CorrectionsMade.tsx';
import { describeAction } from './describe-read.ts';
import { refreshReads, takeBackCorrection } from './reads-calls.ts';
import { useRaceDay } from '../lists/race-clock.tsx';
import { Failure } from '#client/organisers/calls/FetchState.tsx';

interface Done {
  readonly text: string;
  readonly correctionId?: string;
}

/** The dialogs that correct reads; `onDone` is called after a correction, before everything is refetched. */
export function useCorrecting(onDone: () => void) {
  const calls = useCalls();
  const queries = useQueryClient();
  const canCorrect = useMay()('results:edit');
  const [seed, setSeed] = useState<CorrectionSeed>();
  const [asked, setAsked] = useState<CountedCorrection>();
  const [done, setDone] = useState<Done>();
  const [round, setRound] = useState(0);
  const { config } = useRaceDay();

  const finish = (notice: Done): void => {
    // The dialog must be gone before an element beneath it can take the focus.
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
    /** Opens the dialog; undefined without the right to correct reads. */
    open: canCorrect
      ? (next: CorrectionSeed): void => {
          begin();
          setSeed(next);
        }
      : undefined,
    /** Asks before a correction is taken back; undefined without the right. */
    askBack: canCorrect
      ? (counted: CountedCorrection): void => {
          begin();
          setAsked(counted);
        }
      : undefined,
    /** Raised by each correction, so that a list restarts with nothing chosen. */
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
        <Failure error={takeBack.error} />
      </>
    ),
    dialogs: (
      <>
        {seed ? (
          <CorrectionDialog
            seed={seed}
            onDone={(correctionId, action) =>
              finish({ text: `${describeAction(action, config)}.`, correctionId })
            }
            onClose={() => setSeed(undefined)}
          />
        ) : null}
        {asked ? (
          <TakeBackDialog
            counted={asked}
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
