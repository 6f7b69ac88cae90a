import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';

import { useMay } from '../session/use-session.ts';
import { Banner } from '#client/ui/Banner.tsx';
import type { CorrectionSeed } from './correction-draft.ts';
import { CorrectionDialog } from './CorrectionDialog.tsx';
import { type CountedCorrection, TakeBackDialog } from './CorrectionsMade.tsx';
import { describeAction } from './describe-read.ts';
import { refreshReads } from './reads-calls.ts';
import { useRaceDay } from '../lists/race-clock.tsx';

/** The dialogs that correct reads; `onDone` is called after a correction, before everything is refetched. */
export function useCorrecting(onDone: () => void) {
  const queries = useQueryClient();
  const canCorrect = useMay()('results:edit');
  const [seed, setSeed] = useState<CorrectionSeed>();
  const [asked, setAsked] = useState<CountedCorrection>();
  const [done, setDone] = useState<string>();
  const [round, setRound] = useState(0);
  const { config } = useRaceDay();

  const finish = (notice: string): void => {
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
  return {
    /** Opens the dialog; undefined without the right to correct reads. */
    open: canCorrect
      ? (next: CorrectionSeed): void => {
          setDone(undefined);
          setSeed(next);
        }
      : undefined,
    /** Asks before a correction is taken back; undefined without the right. */
    askBack: canCorrect
      ? (counted: CountedCorrection): void => {
          setDone(undefined);
          setAsked(counted);
        }
      : undefined,
    /** Raised by each correction, so that a list restarts with nothing chosen. */
    round,
    notice: done === undefined ? null : <Banner kind="done">{done}</Banner>,
    dialogs: (
      <>
        {seed ? (
          <CorrectionDialog
            seed={seed}
            onDone={(action) => finish(`${describeAction(action, config)}.`)}
            onClose={() => setSeed(undefined)}
          />
        ) : null}
        {asked ? (
          <TakeBackDialog
            counted={asked}
            onDone={({ action }) => finish(`Taken back: ${describeAction(action, config)}.`)}
            onClose={() => setAsked(undefined)}
          />
        ) : null}
      </>
    ),
  };
}
