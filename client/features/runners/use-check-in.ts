import { asRunnerId } from '#shared/model/ids.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import type { StatusMessage } from './status-message.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';
import { useReports } from '#client/organisers/rollcall/use-control.ts';

export interface CheckIn {
  readonly isPending: boolean;
  readonly set: (runners: readonly AdminRunner[], isUndo?: boolean) => void;
}

export function useCheckIn(onDone: (status: StatusMessage) => void): CheckIn {
  const { setCheckedIn } = useReports();
  const set: CheckIn['set'] = (runners, isUndo = false) => {
    // A second press would repeat the call under way.
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
              set(
                runners.filter(({ runnerId }) => done.has(runnerId)),
                !isUndo,
              );
            },
          });
        },
        onError: (error) => onDone({ text: messageOf(error), tone: 'alert' }),
      },
    );
  };
  return { isPending: setCheckedIn.isPending, set };
}
