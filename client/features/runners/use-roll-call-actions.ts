import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ControlEntry } from '#shared/model/control-entry.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import { type Report, type ReportKind, MADE_BY } from '#shared/model/report.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import type { DidNotStartReply } from '#shared/wire/control-api.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { type CalledRunner, nameContradiction } from '#shared/control/roll-call.ts';
import {
  type NewReport,
  type ReportRef,
  useControl,
  useReports,
} from '#client/organisers/rollcall/use-control.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import type { StatusMessage } from './form/status-message.ts';
import type { RunnerForms } from './form/use-runner-forms.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';
import { describeReport, REPORT_NAMES } from '#client/organisers/rollcall/describe-called.ts';
import { useCheckIn } from './use-check-in.ts';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useSaveValues } from './form/use-save-values.ts';

/** The actions of a button or a key on a runner. */
export type RowAction =
  | { readonly kind: ReportKind | 'finished' | 'open' | 'put-back' | 'leave' | 'look-again' }
  | { readonly kind: 'undo'; readonly report: Report };

/** The open dialog, except the form of a runner. */
export type Asked =
  | { readonly kind: 'report'; readonly report: ReportKind; readonly called: CalledRunner }
  | { readonly kind: 'sweep'; readonly point: TimePoint };

export interface RollCallActions {
  readonly asked: Asked | undefined;
  readonly ask: (asked: Asked | undefined) => void;
  /** Runs the action of a row's button or key; a stable function. */
  readonly act: (called: CalledRunner, action: RowAction) => void;
  /** Closes a dialog and shows its outcome, with an undo. */
  readonly finish: (status: StatusMessage) => void;
  readonly finishReport: (called: CalledRunner, report: NewReport, ref: ReportRef) => void;
  readonly finishNonStarters: (reply: DidNotStartReply) => void;
  readonly takeBackSweep: (entry: ControlEntry) => void;
}

/** The actions of the roll-call, and the line about the last one. */
export function useRollCallActions(
  forms: RunnerForms,
  namePoint: (point: TimePoint) => string,
): RollCallActions {
  const [asked, setAsked] = useState<Asked>();
  const { undo, setNonStarters } = useReports();
  const control = useControl();
  const putBack = usePutBack();
  const { setStatus } = forms;
  const checkIn = useCheckIn(setStatus);
  const fail = (error: Error): void => setStatus({ text: messageOf(error), tone: 'alert' });
  const done = (text: string) => ({
    onSuccess: () => setStatus({ text }),
    onError: fail,
  });

  const takeBack = (ref: ReportRef, name: string): void => {
    // A second press would take back an entry that is gone.
    if (!undo.isPending) undo.mutate(ref, done(`Taken back: ${name}`));
  };
  const perform = (called: CalledRunner, action: RowAction): void => {
    const { runner } = called;
    const { runnerId } = runner;
    setStatus(undefined);
    switch (action.kind) {
      case 'checked-in':
        checkIn.set([runner]);
        return;
      case 'withdrawn':
      case 'seen':
      case 'stopped':
      case 'safe':
      case 'note':
        setAsked({ kind: 'report', report: action.kind, called });
        return;
      case 'put-back':
        if (!putBack.isPending)
          putBack.mutate(called, done(`Back in the race: ${nameRunner(runner)}`));
        return;
      case 'open':
        forms.open({ target: { kind: 'runner', runnerId }, origin: 'button' });
        return;
      case 'finished':
        forms.open({
          target: { kind: 'runner', runnerId },
          origin: 'button',
          at: 'overrideTime',
        });
        return;
      case 'undo':
        takeBack(
          { runnerId, reportId: action.report.reportId },
          `${REPORT_NAMES[action.report.kind]}, ${nameRunner(runner)}`,
        );
        return;
      case 'leave':
        if (control.write.isPending) return;
        control.write.mutate(
          { kind: 'left', subject: nameContradiction(called) },
          done(`Ignored: ${nameRunner(runner)}`),
        );
        return;
      case 'look-again': {
        const entry = control.find({ kind: 'left', subject: nameContradiction(called) });
        if (entry && !control.remove.isPending) {
          control.remove.mutate(entry, done(`No longer ignored: ${nameRunner(runner)}`));
        }
        return;
      }
      default:
        action satisfies never;
    }
  };
  const latest = useRef(perform);
  useEffect(() => {
    latest.current = perform;
  });
  const act = useCallback(
    (called: CalledRunner, action: RowAction) => latest.current(called, action),
    [],
  );

  const finish = (status: StatusMessage): void => {
    // The dialog has to be gone before an element below it takes the focus.
    flushSync(() => setAsked(undefined));
    setStatus(status);
  };
  return {
    asked,
    ask: (next) => {
      setStatus(undefined);
      setAsked(next);
    },
    act,
    finish,
    finishReport: ({ runner }, report, ref) => {
      const name = nameRunner(runner);
      finish({
        text: `${name}: ${describeReport(report, namePoint)}`,
        onUndo: () => takeBack(ref, `${REPORT_NAMES[report.kind]}, ${name}`),
      });
    },
    finishNonStarters: ({ changed, left }) => {
      const stayed =
        left.length === 0
          ? ''
          : ` ${countOf(left.length, 'runner')} stayed as they are: seen in the meantime, or with another status.`;
      finish({
        text: `DNS: ${countOf(changed.length, 'runner')}.${stayed}`,
        ...(left.length > 0 ? { tone: 'notice' } : {}),
        onUndo: () => {
          if (setNonStarters.isPending) return;
          setNonStarters.mutate(
            { runnerIds: changed.map(asRunnerId), isUndo: true },
            {
              onSuccess: (undone) =>
                setStatus({ text: `No longer DNS: ${countOf(undone.changed.length, 'runner')}` }),
              onError: fail,
            },
          );
        },
      });
    },
    takeBackSweep: (entry) => {
      if (control.remove.isPending) return;
      control.remove.mutate(entry, done(`The sweep is open again: ${namePoint(entry.subject)}`));
    },
  };
}

/** Puts a runner who is out back in the race: removes the status, and the reports of their stopping or withdrawing. */
function usePutBack(): UseMutationResult<void, Error, CalledRunner> {
  const { undo } = useReports();
  const save = useSaveValues();
  return useMutation({
    mutationFn: async ({ runner, reports }: CalledRunner) => {
      await save.mutateAsync({ runner, values: { overrideTime: '' } });
      // Taken back after the status was removed, the reports do not restore an earlier one.
      for (const { kind, runnerId, reportId } of reports) {
        if (MADE_BY[kind]) await undo.mutateAsync({ runnerId, reportId });
      }
    },
  });
}
