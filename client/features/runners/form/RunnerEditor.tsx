import { useMay } from '#client/organisers/session/use-session.ts';
import { DELETE_WORD, readTeam } from '#shared/model/typed-words.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#client/ui/Button.tsx';
import { BandQuestion, DeleteQuestion } from './EditorQuestions.tsx';
import { ConflictQuestion, TakenChoice } from './EditorChoices.tsx';
import { DnfNotice, OthersBanners, OwnBanners } from './EditorBanners.tsx';
import { EditorFields, focusField, ReadOnly } from './EditorFields.tsx';
import { EditorStatus, OutcomeButtons } from './EditorStatus.tsx';
import {
  type EditorField,
  type EditorValues,
  nameOrBib,
} from '#client/organisers/runners/editor-values.ts';
import styles from './RunnerEditor.module.css';
import { RunnerHistory } from '../RunnerHistory.tsx';
import { RunnerResult } from '../RunnerResult.tsx';
import { RunnerScans } from '../RunnerScans.tsx';
import type { Draft, Refusal, SaveOptions } from './save-draft.ts';
import { ReportDialog } from '../ReportDialog.tsx';
import type { FetchedConfig } from '#client/organisers/config/fetched-config.ts';
import { useReaderGuard } from './use-reader-guard.ts';

export interface RunnerEditorProps {
  /** The initial values of the form, and why an earlier submission was not saved. */
  readonly draft: Draft;
  /** The runner as known now; undefined for a new one. */
  readonly runner: AdminRunner | undefined;
  readonly isGone: boolean;
  /** E-mail addresses of those who have the same runner open elsewhere. */
  readonly others: readonly string[];
  /** An earlier submission for the runner is not answered yet. */
  readonly isSaving: boolean;
  readonly config: FetchedConfig | undefined;
  /** The number whose read in the filter opened the form. */
  readonly openedBy?: string | undefined;
  /** The field to focus first; the band without one. */
  readonly at?: EditorField | undefined;
  readonly isWarned: boolean;
  readonly onTyped: (isDirty: boolean) => void;
  /** Whether typed text may be discarded; the form says so when it may not yet. */
  readonly mayGo: () => boolean;
  readonly onCancel: () => void;
  /** For places where nothing else handles Escape. */
  readonly onEscape?: () => void;
  readonly onSubmit: (values: EditorValues, options: SaveOptions) => void;
  readonly onUndone: () => void;
}

/** The edit form of a new or known runner. It closes on submission, and returns if that is refused. */
export function RunnerEditor(props: RunnerEditorProps): ReactNode {
  const { draft, runner, config, isSaving, isWarned, onTyped, onCancel, onEscape } = props;
  const { refusal = {}, base } = draft;
  const { problem, taken, conflict } = refusal;
  const mayEdit = useMay()('runners:edit');
  const form = useForm<EditorValues>({ defaultValues: draft.values });
  const { isDirty } = form.formState;
  const isTyped = isDirty || draft.refusal !== undefined;
  const element = useRef<HTMLFormElement>(null);
  /** A team text that deletes, or may be meant to, until the question is answered. */
  const [asked, setAsked] = useState<string>();
  const [question, setQuestion] = useState<Refusal['question']>();
  /** When the question about the withdrawal was opened. */
  const [withdrawalMs, setWithdrawalMs] = useState<number>();
  const guard = useReaderGuard({ form, runner, openedBy: props.openedBy, refusal: draft.refusal });

  useLayoutEffect(() => {
    // At once: a reader that types the band does not wait.
    focusField(element.current, refusal.errors?.[0]?.field ?? props.at);
    for (const [index, { field, message }] of (refusal.errors ?? []).entries()) {
      form.setError(field, { message }, { shouldFocus: index === 0 });
    }
    // Opened now, not with the form: a dialog that opens before the one around it ends up below it.
    setQuestion(refusal.question);
    // The initial values do not change.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  useEffect(() => {
    if (!isWarned) return;
    // The question may be screens away from the form.
    element.current?.scrollIntoView({ block: 'nearest' });
    if (!element.current?.contains(document.activeElement)) focusField(element.current);
  }, [isWarned]);
  useEffect(() => {
    onTyped(isTyped);
  }, [isTyped, onTyped]);

  const submit = (options: SaveOptions = {}): void => props.onSubmit(form.getValues(), options);
  const askOrSubmit = (): void => {
    const { runClub } = form.getValues();
    guard.clearNote();
    if (conflict) {
      element.current?.querySelector<HTMLElement>('[data-conflict] button')?.focus();
      return;
    }
    if (runner && readTeam(runClub) !== 'team') setAsked(runClub);
    else submit();
  };

  const fields = (
    <EditorFields form={form} runner={runner} config={config} bandNote={guard.bandNote} />
  );
  return (
    <div className={styles.editor}>
      {/* Escape leaves from any field. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        ref={element}
        aria-label={runner ? `Edit ${nameOrBib(runner)}` : 'New runner'}
        data-takes-reads
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          askOrSubmit();
        }}
        onInput={() => {
          onTyped(true);
          guard.clearNote();
        }}
        onKeyDownCapture={guard.onKeyDown}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onEscape?.();
        }}
      >
        <OwnBanners problem={problem} isWarned={isWarned} />
        {taken ? (
          <TakenChoice
            taken={taken}
            form={form}
            worn={runner?.raceNumber ?? ''}
            onExchange={(kind) => submit({ exchange: { kind, taken } })}
          />
        ) : null}
        {conflict ? (
          <ConflictQuestion
            conflict={conflict}
            config={config}
            onKeep={() => submit()}
            onTake={() => {
              for (const field of conflict.disputed) form.setValue(field, conflict.theirs[field]);
              submit();
            }}
          />
        ) : null}
        {mayEdit ? fields : <ReadOnly>{fields}</ReadOnly>}
        <div className={styles.foot}>
          {runner ? (
            <>
              <RunnerResult runner={runner} config={config} />
              <RunnerHistory
                runnerId={runner.runnerId}
                rev={runner.rev}
                mayUndo={props.mayGo}
                onUndone={props.onUndone}
              />
              <RunnerScans runner={runner} config={config} />
              <EditorStatus
                runner={runner}
                config={config}
                onWithdraw={() => {
                  if (config && props.mayGo()) setWithdrawalMs(Date.now() + config.offsetMs);
                }}
              />
            </>
          ) : null}
          {runner && mayEdit ? (
            <OutcomeButtons form={form} onDelete={() => setAsked(DELETE_WORD)} />
          ) : null}
          <div className={styles.buttons}>
            <Button data-close onClick={onCancel}>
              {mayEdit ? 'Cancel' : 'Close'}
            </Button>
            {mayEdit ? (
              <Button type="submit" kind="main">
                Submit
              </Button>
            ) : null}
          </div>
        </div>
        {runner ? <DnfNotice runner={runner} config={config} /> : null}
        <OthersBanners
          isGone={props.isGone}
          others={props.others}
          isSaving={isSaving}
          // A new revision while an earlier submission is in progress is probably that submission.
          isOld={base !== undefined && runner !== undefined && runner.rev > base.rev && !isSaving}
        />
      </form>
      {question ? (
        <BandQuestion
          facts={question.facts}
          onCancel={() => setQuestion(undefined)}
          onKeep={() => submit({ ...question.options, answer: 'keep' })}
          onLeave={() => submit({ ...question.options, answer: 'leave' })}
        />
      ) : null}
      {withdrawalMs !== undefined && runner && config ? (
        <ReportDialog
          kind="withdrawn"
          called={{ runner, lastWord: undefined, route: [], after: undefined }}
          config={config}
          openedMs={withdrawalMs}
          // The form holds the runner as they were before.
          onDone={onCancel}
          onClose={() => setWithdrawalMs(undefined)}
        />
      ) : null}
      {asked !== undefined && runner ? (
        <DeleteQuestion
          runner={runner}
          team={asked}
          onCancel={() => setAsked(undefined)}
          onKeep={() => submit()}
          onDelete={() => {
            form.setValue('runClub', DELETE_WORD);
            submit();
          }}
        />
      ) : null}
    </div>
  );
}
