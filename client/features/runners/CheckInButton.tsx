import { type ReactNode, useState } from 'react';

import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import type { StatusMessage } from './status-message.ts';
import { Only } from '#client/organisers/session/Only.tsx';
import { countOf } from '#client/organisers/texts/count-words.ts';
import { listToCheckIn, useCheckIn } from './use-check-in.ts';

export interface CheckInButtonProps {
  /** The candidates; those who are checked in, have a status or were seen are left out. */
  readonly runners: readonly AdminRunner[];
  readonly onDone: (status: StatusMessage) => void;
}

export function CheckInButton({ runners, onDone }: CheckInButtonProps): ReactNode {
  const { missing } = useLists();
  /** The runners in the question, without any who are added later. */
  const [asked, setAsked] = useState<readonly AdminRunner[]>();
  const checkIn = useCheckIn((status) => {
    setAsked(undefined);
    onDone(status);
  });
  const toCheckIn = listToCheckIn(runners, missing);
  if (toCheckIn.length === 0 && !asked) return null;
  return (
    <Only right="runners:edit">
      <Button onClick={() => setAsked(toCheckIn)}>Check in {toCheckIn.length}…</Button>
      {asked ? (
        <ConfirmDialog
          title={`Check in ${countOf(asked.length, 'runner')}?`}
          confirmLabel={`Check in ${asked.length}`}
          isBusy={checkIn.isPending}
          onConfirm={() => checkIn.set(asked)}
          onCancel={() => setAsked(undefined)}
        >
          <p>
            Marks them as here before the start. It changes no result; anyone checked in but not
            seen after the gun is looked for first. One press undoes it.
          </p>
        </ConfirmDialog>
      ) : null}
    </Only>
  );
}
