import { type ReactNode, useState } from 'react';
import { useMutation } from '@tanstack/react-query';

import type { Correction } from '#shared/model/decisions.ts';
import type { SourcesBody } from '#shared/wire/reads-api.ts';
import { useCalls } from '../session/use-session.ts';
import { countOf } from '../texts/count-words.ts';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { describeAction, describeDecision, describeSelection } from './describe-read.ts';
import { takeBackCorrection } from './reads-calls.ts';
import { type RaceDay, useRaceDay } from '../lists/race-clock.tsx';
import { Failure } from '#client/organisers/calls/FetchState.tsx';

export type CountedCorrection = SourcesBody['corrections'][number];

export interface CorrectionsMadeProps {
  readonly corrections: readonly CountedCorrection[];
  /** Undefined without the right to correct reads. */
  readonly onTakeBack: ((correction: CountedCorrection) => void) | undefined;
}

/** The corrections shown at first, so that the reads are not far below. */
const FIRST = 2;

export function CorrectionsMade({ corrections, onTakeBack }: CorrectionsMadeProps): ReactNode {
  const clock = useRaceDay();
  const [areAllShown, setAreAllShown] = useState(false);
  const newest = corrections.toReversed();
  const shown = areAllShown ? newest : newest.slice(0, FIRST);
  if (newest.length === 0) return null;
  return (
    <section
      className="panel stack-6 one-column justify-items-start [&>ul]:w-full"
      aria-labelledby="corrections-made"
    >
      <h2 id="corrections-made" className="text-title-s">
        Corrections
      </h2>
      <ul className="plain-list lined">
        {shown.map((counted) => (
          <li
            key={counted.correction.correctionId}
            className="row between gap-x-3.5 gap-y-1 py-1.5"
          >
            <p className="fills anywhere">
              <span className="bold">{nameCorrection(counted, clock)}</span>
              <span className="block text-s muted">
                {describeDecision(counted.correction, clock)}
              </span>
            </p>
            {onTakeBack ? (
              <Button onClick={() => onTakeBack(counted)}>
                Take back
                <span className="visually-hidden">: {nameCorrection(counted, clock)}</span>
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {newest.length > shown.length ? (
        <Button
          onClick={() => setAreAllShown(true)}
        >{`Show all ${newest.length} corrections`}</Button>
      ) : null}
    </section>
  );
}

/** `Clock moved +20:00: 2,882 reads of finish-2, 18:00:00 to 19:05:12`. */
function nameCorrection({ correction, reads }: CountedCorrection, clock: RaceDay): string {
  const of = describeSelection(correction.reads, clock);
  const whose = of === '' ? '' : ` of ${of}`;
  return `${describeAction(correction.action, clock.config)}: ${countOf(reads, 'read')}${whose}`;
}

export interface TakeBackDialogProps {
  readonly counted: CountedCorrection;
  readonly onDone: (correction: Correction) => void;
  readonly onClose: () => void;
}

export function TakeBackDialog({ counted, onDone, onClose }: TakeBackDialogProps): ReactNode {
  const clock = useRaceDay();
  const calls = useCalls();
  const { correction } = counted;
  const takeBack = useMutation({
    mutationFn: () => takeBackCorrection(calls, correction.correctionId),
    onSuccess: () => onDone(correction),
  });
  return (
    <ConfirmDialog
      title="Take back this correction?"
      confirmLabel="Take back"
      isBusy={takeBack.isPending}
      onConfirm={() => takeBack.mutate()}
      onCancel={onClose}
    >
      <Failure error={takeBack.error} />
      <p className="bold">{nameCorrection(counted, clock)}</p>
      <p>{describeDecision(correction, clock)}</p>
      <p>These reads count again as they did before, and the results follow.</p>
    </ConfirmDialog>
  );
}
