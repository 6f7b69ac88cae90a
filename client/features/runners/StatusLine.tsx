import type { SaveRunnerReply } from '#shared/wire/runners-api.ts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { useCalls, useMay } from '#client/organisers/session/use-session.ts';
import { describeRefusal, undoLastChange } from '#client/organisers/runners/runner-calls.ts';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import { type Undo, describeObstacle } from './status-message.ts';
import type { RunnerForms } from './form/use-runner-forms.ts';
import { useWorkspace } from './use-workspace.ts';
import type { OpenEditor } from './form/save-queue.ts';

const TONES = { done: 'tone-done', notice: 'tone-notice', alert: 'tone-alert' };
const TEXT = 'fills anywhere py-1 pr-[13px]';

/**
 * The outcome of the last action, with an undo for those who may use it. Its room is reserved, and it stays in view:
 * messages never move the rows that somebody is about to press.
 */
export function StatusLine({ children }: { readonly children?: ReactNode }): ReactNode {
  const { forms } = useWorkspace();
  const { status, setStatus, saving, refused } = forms;
  const [firstRefused] = refused;
  const calls = useCalls();
  const may = useMay();
  const change = status?.undo;
  const undo = useMutation<SaveRunnerReply, Error, Undo>({
    mutationKey: ['undo', change?.version],
    mutationFn: ({ runnerId, version }) => undoLastChange(calls, runnerId, version),
    onSuccess: ({ result }, { undone }) => {
      if (result === 'Success') setStatus({ text: undone });
    },
  });
  const isAboutThis = undo.variables === change;
  const problem = undo.error ? messageOf(undo.error) : undo.data && describeRefusal(undo.data);
  return (
    <div
      // A line with a button; a longer message lies over the head of the table, which sticks too.
      className="unprinted pointer-events-none sticky top-[var(--toolbar,0px)] z-3 h-[max(50px,2.6rem)] *:pointer-events-auto"
    >
      {/* Always rendered, so that a screen reader announces its content. */}
      <output
        className={`row between semibold gap-x-3 gap-y-0 text-m leading-[1.3] ${status || saving.length > 0 ? `min-h-11 rounded-md pl-[13px] ${TONES[status?.tone ?? 'done']}` : ''}`}
        data-testid="news"
      >
        {status ? (
          <>
            <span className={TEXT}>{status.text}</span>
            {change && may('results:edit') ? (
              <Button isBusy={undo.isPending} onClick={() => undo.mutate(change)}>
                Undo
              </Button>
            ) : null}
            {status.onUndo ? <Button onClick={status.onUndo}>Undo</Button> : null}
          </>
        ) : null}
        {saving.length > 0 ? (
          <span className={TEXT}>
            <Saving key={saving.map(({ key }) => key).join(' ')} drafts={saving} />
          </span>
        ) : null}
      </output>
      {firstRefused ? (
        <RefusedNotice key={firstRefused.key} forms={forms} draft={firstRefused} />
      ) : null}
      {problem === undefined || !isAboutThis ? null : <Banner kind="alert">{problem}</Banner>}
      {status || saving.length > 0 || firstRefused ? null : children}
    </div>
  );
}

const SLOW_MS = 5_000;

/** Names the forms being saved. The caller keys it by them, so that the note about slowness restarts. */
function Saving({ drafts }: { readonly drafts: readonly OpenEditor[] }): ReactNode {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  const names = drafts.map(({ values }) => nameRunner(values)).join(', ');
  return isSlow ? `Saving… ${names}. Still no answer; nothing is lost.` : `Saving… ${names}`;
}

/** The first form that was refused while the organiser did something else: one line, whatever is below it. */
function RefusedNotice({
  forms,
  draft,
}: {
  readonly forms: RunnerForms;
  readonly draft: OpenEditor;
}): ReactNode {
  const others = forms.refused.length - 1;
  return (
    <Banner kind="alert">
      <div className="row between gap-x-3 gap-y-1">
        <span>
          Not saved: {nameRunner(draft.values)}. {describeObstacle(draft.refusal ?? {})}
          {others > 0 ? ` ${others} more ${others === 1 ? 'is' : 'are'} not saved.` : null}
        </span>
        {forms.isGone(draft) ? (
          <Button onClick={() => forms.drop(draft)}>Discard</Button>
        ) : (
          <Button onClick={() => forms.reopen(draft)}>Open the form</Button>
        )}
      </div>
    </Banner>
  );
}
