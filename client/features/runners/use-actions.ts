import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';

import { type CalledRunner, nameContradiction } from '#shared/control/roll-call.ts';
import { MADE_BY, type Report, type ReportKind } from '#shared/model/decisions.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import type { DidNotStartReply } from '#shared/wire/control-api.ts';
import type { Right } from '#shared/wire/auth-api.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { describeReport, REPORT_NAMES } from '#client/organisers/rollcall/describe-called.ts';
import {
  type NewReport,
  type ReportRef,
  useControl,
  useReports,
} from '#client/organisers/rollcall/use-control.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';
import type { DecisionKind } from './decision-draft.ts';
import type { Saved } from './form/save-draft.ts';
import type { RunnerForms } from './form/use-runner-forms.ts';
import { useSaveValues } from './form/use-save-values.ts';

interface Action {
  readonly name: string;
  /** `runners:edit` by default. */
  readonly right?: Right;
  readonly report?: ReportKind;
  readonly decision?: DecisionKind;
  /** Leaves the runner's form open. */
  readonly keepsForm?: true;
}

const REPORTS = { right: 'reports:write' } as const;

/** The actions on a runner, by their key on the focused row or in the open panel. */
const TABLE = {
  c: { name: 'Check in', keepsForm: true },
  u: { name: 'Not checked in', keepsForm: true },
  s: { name: 'Seen…', ...REPORTS, report: 'seen', keepsForm: true },
  x: { name: 'Safe…', ...REPORTS, report: 'safe', keepsForm: true },
  r: { name: 'Retired…', ...REPORTS, report: 'stopped' },
  d: { name: 'Did not start…', decision: 'dns' },
  w: { name: 'Withdrawn…', ...REPORTS, report: 'withdrawn' },
  q: { name: 'Disqualified…', decision: 'dsq' },
  t: { name: 'Time by hand…', decision: 'time' },
  o: { name: 'Other distance…', decision: 'event' },
  b: { name: 'Back in the race' },
  n: { name: 'Note…', ...REPORTS, report: 'note', keepsForm: true },
  e: { name: 'Edit…', right: 'race:see' },
  p: { name: 'Print slip', right: 'race:see', keepsForm: true },
} as const satisfies Readonly<Record<string, Action>>;
export type ActionKey = keyof typeof TABLE;
export const ACTIONS: Readonly<Record<ActionKey, Action>> = TABLE;
const KEYS = Object.keys(ACTIONS) as readonly ActionKey[];

/** The actions that fit the state of a runner and that this role may use, in their order. */
export function listActions(
  { runner, state, isCheckedIn, isInByLaps, reports }: CalledRunner,
  may: (right: Right) => boolean,
): readonly ActionKey[] {
  const isNotSeen = state === 'never-seen' || state === 'to-start' || state === 'no-band';
  const isOut = runner.overrideLime !== '' || reports.some(({ kind }) => kind === 'stopped');
  const fits: Partial<Record<ActionKey, boolean>> = {
    c: isNotSeen && !isCheckedIn,
    u: isCheckedIn,
    // Runners finished by laps are not confirmed back either.
    x: isInByLaps || state === 'out-not-safe' || state === 'out-safe',
    w: isNotSeen || state === 'did-not-start',
    b: isOut,
  };
  return KEYS.filter((key) => may(ACTIONS[key].right ?? 'runners:edit') && fits[key] !== false);
}

/** A dialog about a runner. */
export type Asked =
  | { readonly kind: 'report'; readonly report: ReportKind; readonly called: CalledRunner }
  | { readonly kind: 'decision'; readonly decision: DecisionKind; readonly called: CalledRunner };

export type RunnerActions = ReturnType<typeof useRunnerActions>;

interface RunnerActionsOptions {
  readonly forms: RunnerForms;
  readonly namePoint: (point: TimePoint) => string;
  /** Called when a form is finished; `close` removes it. */
  readonly onDone: (close: () => void) => void;
}

export function useRunnerActions({ forms, namePoint, onDone }: RunnerActionsOptions) {
  const [asked, setAsked] = useState<Asked>();
  const { undo, setNonStarters, setCheckedIn } = useReports();
  const control = useControl();
  const save = useSaveValues();
  const { setStatus, editor } = forms;
  const fail = (error: Error): void => setStatus({ text: messageOf(error), tone: 'alert' });
  /** Makes a call, unless it is unanswered: a second press would repeat it, or take back what is gone. */
  const run = <Sent, Reply>(
    call: Pick<UseMutationResult<Reply, Error, Sent>, 'isPending' | 'mutateAsync'>,
    sent: Sent,
    onSuccess: (reply: Reply) => void,
  ): void => {
    // Not by `mutate`, which forgets its callbacks when its component is gone, as the last band is of a list.
    if (!call.isPending) void call.mutateAsync(sent).then(onSuccess, fail);
  };
  // Removes the status, and the reports of stopping or withdrawing.
  const putBack = useMutation({
    mutationFn: async ({ runner, reports }: CalledRunner) => {
      await save.mutateAsync({ runner, values: { overrideTime: '' } });
      // Second: with a status, taking back a report would restore the status before it.
      for (const { kind, runnerId, reportId } of reports) {
        if (MADE_BY[kind]) await undo.mutateAsync({ runnerId, reportId });
      }
    },
  });

  const isFormOf = (runnerId: string): boolean => editor?.key === runnerId && !editor.isCard;
  const leaveForm = (runnerId: string): void => {
    if (isFormOf(runnerId)) onDone(forms.close);
  };
  const takeBack = (ref: ReportRef, name: string): void =>
    run(undo, ref, () => setStatus({ text: `Taken back: ${name}` }));
  const checkIn = (runner: AdminRunner, isUndo: boolean): void => {
    const runnerIds = [asRunnerId(runner.runnerId)];
    run(setCheckedIn, isUndo ? { runnerIds, isUndo } : { runnerIds }, () =>
      setStatus({
        text: `${isUndo ? 'No longer checked in' : 'Checked in'}: ${nameRunner(runner)}`,
        onUndo: () => checkIn(runner, !isUndo),
      }),
    );
  };
  const act = (called: CalledRunner, key: ActionKey): void => {
    const { runner } = called;
    const { runnerId } = runner;
    // An open form would hold the values from before.
    const { report, decision, keepsForm = false } = ACTIONS[key];
    if (isFormOf(runnerId) && !keepsForm && !forms.mayGo()) return;
    setStatus(undefined);
    if (report) setAsked({ kind: 'report', report, called });
    else if (decision) setAsked({ kind: 'decision', decision, called });
    else if (key === 'c' || key === 'u') checkIn(runner, key === 'u');
    else if (key === 'p') print();
    else if (key === 'e') forms.open({ runnerId, isFromRow: true });
    else {
      run(putBack, called, () => {
        leaveForm(runnerId);
        setStatus({ text: `Back in the race: ${nameRunner(runner)}` });
      });
    }
  };

  // The dialog must be gone before an element beneath it can take the focus.
  const closeNow = (): void => flushSync(() => setAsked(undefined));
  return {
    asked,
    act,
    run,
    /** Ignores a contradiction, or stops ignoring it (RULES.md RC5). */
    review: (called: CalledRunner): void => {
      const review = { kind: 'left', subject: nameContradiction(called) } as const;
      const name = nameRunner(called.runner);
      const ignored = control.find(review);
      if (ignored) {
        run(control.remove, ignored, () => setStatus({ text: `No longer ignored: ${name}` }));
      } else run(control.write, review, () => setStatus({ text: `Ignored: ${name}` }));
    },
    takeBackReport: ({ runner }: CalledRunner, { reportId, kind }: Report): void =>
      takeBack(
        { runnerId: runner.runnerId, reportId },
        `${REPORT_NAMES[kind]}, ${nameRunner(runner)}`,
      ),
    close: (): void => setAsked(undefined),
    finishReport: ({ runner }: CalledRunner, report: NewReport, ref: ReportRef): void => {
      const name = nameRunner(runner);
      closeNow();
      setStatus({
        text: `${name}: ${describeReport(report, namePoint)}`,
        onUndo: () => takeBack(ref, `${REPORT_NAMES[report.kind]}, ${name}`),
      });
      if (MADE_BY[report.kind]) leaveForm(runner.runnerId);
    },
    finishDecision: ({ runner }: CalledRunner, saved: Saved): void => {
      closeNow();
      forms.showSaved(saved);
      leaveForm(runner.runnerId);
    },
    finishNonStarters: ({ changed, left }: DidNotStartReply): void => {
      const stayed =
        left.length === 0
          ? ''
          : ` ${countOf(left.length, 'runner')} stayed as they are: seen in the meantime, or with another status.`;
      setStatus({
        text: `DNS: ${countOf(changed.length, 'runner')}.${stayed}`,
        ...(left.length > 0 ? { tone: 'notice' } : {}),
        onUndo: () =>
          run(setNonStarters, { runnerIds: changed.map(asRunnerId), isUndo: true }, (undone) =>
            setStatus({ text: `No longer DNS: ${countOf(undone.changed.length, 'runner')}` }),
          ),
      });
    },
  };
}
