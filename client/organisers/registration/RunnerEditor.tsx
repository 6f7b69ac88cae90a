import type { RaceConfig } from '#shared/model/race-config.ts';
import type { AdminRunner } from '#shared/wire/admin-api.ts';
import { isDeleteWord } from '#shared/wire/admin-api.ts';
import type { ReactNode } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';

import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { ConflictChoice } from './ConflictChoice.tsx';
import { OthersBanners, OwnBanners } from './EditorBanners.tsx';
import { EditorFields } from './EditorFields.tsx';
import type { EditorValues } from './editor-values.ts';
import { nameRunner } from './editor-values.ts';
import styles from './RunnerEditor.module.css';
import { RunnerHistory } from './RunnerHistory.tsx';
import { useSubmitRunner } from './use-submit-runner.ts';

/** How an editor ended well. */
export interface EditDone {
  readonly deed: 'saved' | 'deleted' | 'undone';
  readonly runnerId: string;
  readonly values: EditorValues;
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
  const [isAsking, setIsAsking] = useState(false);
  const { problem, conflict, rev, submit } = useSubmitRunner(form, runner, () => {
    focusBand(element.current);
  });

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

  const send = async (typed: EditorValues): Promise<void> => {
    const runnerId = await submit(typed);
    if (runnerId === undefined) return;
    onDone({ deed: isDeleteWord(typed.runClub) ? 'deleted' : 'saved', runnerId, values: typed });
  };
  const onSubmit = form.handleSubmit(async (typed) => {
    if (runner && isDeleteWord(typed.runClub)) setIsAsking(true);
    else await send(typed);
  });

  return (
    <div className={styles.editor}>
      {/* Escape leaves from any field. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        ref={element}
        aria-label={runner ? `Edit ${runner.firstName} ${runner.lastName}` : 'New runner'}
        noValidate
        onSubmit={(event) => void onSubmit(event)}
        onInput={() => {
          onTyped(true);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onEscape?.();
        }}
      >
        <OwnBanners problem={problem} isWarned={isWarned} />
        {conflict ? <ConflictChoice conflict={conflict} form={form} config={config} /> : null}
        <EditorFields form={form} runner={runner} config={config} />
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
          <div className={styles.buttons}>
            <Button onClick={onCancel}>Cancel</Button>
            <Button type="submit" kind="main" isBusy={isSubmitting}>
              Submit
            </Button>
          </div>
        </div>
        <OthersBanners
          isGone={props.isGone}
          others={props.others}
          // While the form is on its way, what comes back is likely to be its own.
          isOld={runner !== undefined && runner.rev > rev && !isSubmitting}
        />
      </form>
      {isAsking && runner ? (
        <ConfirmDialog
          title={`Delete ${nameRunner(runner)}?`}
          confirmLabel="Delete"
          kind="danger"
          onCancel={() => {
            setIsAsking(false);
          }}
          onConfirm={() => {
            setIsAsking(false);
            void form.handleSubmit(send)();
          }}
        >
          <p>
            Are you sure? The entry goes from the lists and the results.
            {runner.raceNumber === ''
              ? ''
              : ` Band ${runner.raceNumber} is free again, and its scans belong to nobody.`}
          </p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

function focusBand(form: HTMLFormElement | null): void {
  const input = form?.querySelector<HTMLInputElement>('[name=raceNumber]');
  input?.focus();
  input?.select();
}
