import type { RaceConfig } from '#shared/model/race-config.ts';
import type { AdminRunner } from '#shared/wire/admin-api.ts';
import { DELETE_WORD, isDeleteWord } from '#shared/wire/admin-api.ts';
import type { ReactNode } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';

import { Button } from '#client/ui/Button.tsx';
import { BandQuestion } from './BandQuestion.tsx';
import { ConflictChoice } from './ConflictChoice.tsx';
import { DeleteQuestion, isLikeDeleteWord } from './DeleteQuestion.tsx';
import { DnfNotice } from './DnfNotice.tsx';
import { OthersBanners, OwnBanners } from './EditorBanners.tsx';
import { EditorFields } from './EditorFields.tsx';
import type { EditorValues } from './editor-values.ts';
import styles from './RunnerEditor.module.css';
import { RunnerHistory } from './RunnerHistory.tsx';
import { RunnerScans } from './RunnerScans.tsx';
import { SavingNote } from './SavingNote.tsx';
import { TakenChoice } from './TakenChoice.tsx';
import type { KeptKey } from './type-ahead.ts';
import { TypeAhead } from './type-ahead.ts';
import { useReaderGuard } from './use-reader-guard.ts';
import type { Wish } from './use-submit-runner.ts';
import { useSubmitRunner } from './use-submit-runner.ts';

/** How an editor ended well. */
export interface EditDone {
  readonly deed: 'saved' | 'deleted' | 'undone';
  readonly runnerId: string;
  readonly values: EditorValues;
  /** What stood there before; undefined for a new runner. */
  readonly before?: EditorValues | undefined;
  /** The version of the change, if any was made. */
  readonly version?: number | undefined;
  /** What was typed while it was being saved, for where one goes on. */
  readonly typedAhead?: readonly KeptKey[];
  /** What became of another runner by it; empty for nothing. */
  readonly aside?: string;
  readonly isOtherBandless?: boolean;
}

export interface RunnerEditorProps {
  /** What stands in the form at first. */
  readonly values: EditorValues;
  /** The runner as known now; undefined for a new one. */
  readonly runner: AdminRunner | undefined;
  /** The runner was deleted while the form was open. */
  readonly isGone: boolean;
  /** E-mail addresses of those who have the same runner open elsewhere. */
  readonly others: readonly string[];
  readonly config: RaceConfig | undefined;
  /** The number by whose read in the filter the form was opened. */
  readonly openedBy?: string | undefined;
  readonly isWarned: boolean;
  readonly onTyped: (isDirty: boolean) => void;
  /** Whether what is typed may go; the form says so when it may not yet. */
  readonly mayGo: () => boolean;
  readonly onCancel: () => void;
  /** Where nothing else listens to Escape. */
  readonly onEscape?: () => void;
  readonly onDone: (done: EditDone) => void;
}

/** The edit form of a runner, new or known. What is typed in it stays until it is saved or given up. */
export function RunnerEditor(props: RunnerEditorProps): ReactNode {
  const { values, runner, config, isWarned, onTyped, onCancel, onEscape, onDone } = props;
  const form = useForm<EditorValues>({ defaultValues: values });
  const { isDirty, isSubmitting } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  /** The team that deletes, or may be meant to, until that is answered. */
  const [asked, setAsked] = useState<string>();
  const [typeAhead] = useState(() => new TypeAhead());
  const guard = useReaderGuard(form, runner, props.openedBy);
  const submission = useSubmitRunner(form, runner, () => {
    focusBand(element.current);
  });
  const { problem, taken, question, conflict, rev, submit } = submission;

  useLayoutEffect(() => {
    // At once: a reader that types the band does not wait.
    focusBand(element.current);
  }, []);
  useEffect(() => {
    if (!isWarned) return;
    // What was asked for may be screens away from the form that stands in its way.
    element.current?.scrollIntoView({ block: 'nearest' });
    if (!element.current?.contains(document.activeElement)) focusBand(element.current);
  }, [isWarned]);
  useEffect(() => {
    onTyped(isDirty);
  }, [isDirty, onTyped]);

  useEffect(
    () => () => {
      typeAhead.unlock();
    },
    [typeAhead],
  );

  const send = async (typed: EditorValues, wish?: Wish): Promise<void> => {
    const saved = await submit(typed, wish);
    if (!saved) return;
    const deed = isDeleteWord(typed.runClub) ? 'deleted' : 'saved';
    onDone({ ...saved, deed, typedAhead: typeAhead.unlock() });
  };
  const sendWith = (wish: Wish): void => {
    submission.dropQuestion();
    void save((typed) => send(typed, wish));
  };
  const ask = async (typed: EditorValues): Promise<void> => {
    if (runner && isLikeDeleteWord(typed.runClub)) setAsked(typed.runClub);
    else await send(typed);
  };
  /** From here until the answer no key reaches the fields. */
  const save = async (go: (typed: EditorValues) => Promise<void>): Promise<void> => {
    guard.clearNote();
    if (element.current) typeAhead.lock(element.current);
    try {
      await form.handleSubmit(go)();
    } finally {
      typeAhead.unlock();
    }
  };

  return (
    <div className={styles.editor}>
      {/* Escape leaves from any field. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        ref={element}
        aria-label={runner ? `Edit ${runner.firstName} ${runner.lastName}` : 'New runner'}
        data-takes-reads
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save(ask);
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
            onExchange={(kind) => {
              sendWith({ kind });
            }}
          />
        ) : null}
        {conflict ? <ConflictChoice conflict={conflict} form={form} config={config} /> : null}
        <EditorFields form={form} runner={runner} config={config} bandNote={guard.bandNote} />
        <div className={styles.foot}>
          {runner ? (
            <RunnerHistory
              runnerId={runner.runnerId}
              rev={Math.max(rev, runner.rev)}
              config={config}
              mayUndo={props.mayGo}
              onUndone={() => {
                onDone({ deed: 'undone', runnerId: runner.runnerId, values });
              }}
            />
          ) : null}
          {runner ? <RunnerScans runner={runner} config={config} /> : null}
          <div className={styles.buttons}>
            <SavingNote isSaving={isSubmitting} />
            <Button onClick={onCancel}>Cancel</Button>
            <Button type="submit" kind="main" isBusy={isSubmitting}>
              Submit
            </Button>
          </div>
        </div>
        {runner ? <DnfNotice runner={runner} config={config} /> : null}
        <OthersBanners
          isGone={props.isGone}
          others={props.others}
          // While the form is on its way, what comes back is likely to be its own.
          isOld={runner !== undefined && runner.rev > rev && !isSubmitting}
        />
      </form>
      {question ? (
        <BandQuestion
          facts={question.facts}
          onCancel={submission.dropQuestion}
          onKeep={() => {
            sendWith({ ...question.wish, answer: 'keep' });
          }}
          onLeave={() => {
            sendWith({ ...question.wish, answer: 'leave' });
          }}
        />
      ) : null}
      {asked !== undefined && runner ? (
        <DeleteQuestion
          runner={runner}
          team={asked}
          onCancel={() => {
            setAsked(undefined);
          }}
          onKeep={() => {
            setAsked(undefined);
            void save(send);
          }}
          onDelete={() => {
            setAsked(undefined);
            form.setValue('runClub', DELETE_WORD, { shouldDirty: true });
            void save(send);
          }}
        />
      ) : null}
    </div>
  );
}

function focusBand(form: HTMLFormElement | null): void {
  const input = form?.querySelector<HTMLInputElement>('[name=raceNumber]');
  input?.focus();
  input?.select();
}
