import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { ChipsReply } from '#shared/wire/missing-api.ts';
import { Failure } from '#client/organisers/calls/FetchState.tsx';
import { useOrganisersFeed } from '#client/organisers/lists/ListsProvider.tsx';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { Button } from '#client/ui/Button.tsx';
import { DialogButtons, ModalDialog } from '#client/ui/ModalDialog.tsx';
import { RunnerFinder } from './RunnerFinder.tsx';

export interface GiveChipProps {
  readonly chip: string;
  /** `done`: the message after a save; undefined if it was cancelled. */
  readonly onClose: (done?: string) => void;
}

/** Assigns a chip whose code is not a wristband number. All its reads then count at once. */
export function GiveChip({ chip, onClose }: GiveChipProps): ReactNode {
  const calls = useCalls();
  const feed = useOrganisersFeed();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (runnerId: string) =>
      calls.send<ChipsReply>('POST', `/mia/${chip}/give`, { runnerId }),
    onSuccess: async ({ message }) => {
      await feed.settle(undefined);
      onClose(message);
    },
  });
  return (
    <ModalDialog labelledBy="give-chip" width="question" onClose={() => onClose()}>
      <h2 id="give-chip">Whose chip is {chip}?</h2>
      <Failure error={error} />
      <RunnerFinder
        label="Runner"
        onOpen={(runnerId) => {
          if (!isPending) mutate(runnerId);
        }}
      />
      <DialogButtons>
        <Button onClick={() => onClose()}>Cancel</Button>
      </DialogButtons>
    </ModalDialog>
  );
}
