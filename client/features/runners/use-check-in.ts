import { asRunnerId } from '#shared/model/ids.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import type { StatusMessage } from './status-message.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';
import { useReports } from '#client/organisers/rollcall/use-control.ts';

export function useCheckIn(onDone: (status: StatusMessage) => void) {
  const { setCheckedIn } = useReports();
  const set = (runners: readonly AdminRunner[], isUndo = false): void => {
    // A second press would repeat the call.
    if (setCheckedIn.isPending || runners.length === 0) return;
    const runnerIds = runners.map(({ runnerId }) => asRunnerId(runnerId));
    const [only] = runners.length === 1 ? runners : [];
    setCheckedIn.mutate(
      { runnerIds, ...(isUndo ? { isUndo } : {}) },
      {
        onSuccess: ({ changed }) => {
          const who = only ? nameRunner(only) : countOf(changed.length, 'runner');
          const done = new Set<string>(changed);
          onDone({
            text: isUndo ? `No longer checked in: ${who}` : `Checked in: ${who}`,
            onUndo: () => {
              const undone = runners.filter(({ runnerId }) => done.has(runnerId));
              set(undone, !isUndo);
            },
          });
        },
        onError: (error) => onDone({ text: messageOf(error), tone: 'alert' }),
      },
    );
  };
  return { isPending: setCheckedIn.isPending, set };
}
