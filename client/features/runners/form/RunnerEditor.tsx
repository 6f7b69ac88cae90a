import { useMay } from '#client/organisers/session/use-session.ts';
import { DELETE_WORD, isDeleteWord } from '#shared/model/typed-words.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { FormProvider, useForm } from 'react-hook-form';
import { Button } from '#client/ui/Button.tsx';
import { BandQuestion, DeleteQuestion, ConflictQuestion, TakenChoice } from './EditorQuestions.tsx';
import { EditorFields, focusField } from './EditorFields.tsx';
import {
  EDITOR_FIELDS,
  type EditorValues,
  nameOrBib,
} from '#client/organisers/runners/editor-values.ts';
import { FaultsShown } from '#client/kit/form-fields.tsx';
import { describeHolder } from '#client/organisers/runners/runner-calls.ts';
import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import type { Refusal, SaveOptions } from './save-draft.ts';
import { useWorkspace } from '../use-workspace.ts';
import type { OpenEditor } from './save-queue.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { ReaderBurst } from './reader-burst.ts';

export interface RunnerEditorProps {
  readonly draft: OpenEditor;
  readonly runner?: AdminRunner;
  readonly onCancel: () => void;
}

/** The form of a new or known runner. It closes on submission, and returns if that is refused. */
export function RunnerEditor({ draft, runner, onCancel }: RunnerEditorProps): ReactNode {
  const { forms, onDone } = useWorkspace();
  const { isWarned, onTyped } = forms;
  const { byId } = useLists();
  const { refusal = {} } = draft;
  const { problem, taken, disputed } = refusal;
  const mayEdit = useMay()('runners:edit');
  const form = useForm<EditorValues>({ defaultValues: draft.values });
  const { isDirty } = form.formState;
  const isTyped = isDirty || draft.refusal !== undefined;
  const element = useRef<HTMLFormElement>(null);
  const [isDeleting, setIsDeleting] = useState(false);
  const [question, setQuestion] = useState<Refusal['question']>();

  useLayoutEffect(() => {
    // In a layout effect, before another key.
    focusField(element.current);
    // Opened after the form, or the question would be beneath a dialog around it.
    setQuestion(refusal.question);
    // Only for the initial values.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  useEffect(() => {
    // The field with its message, which focus alone would not scroll into view.
    element.current
      ?.querySelector('[aria-invalid=true]')
      ?.parentElement?.scrollIntoView({ block: 'nearest' });
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

  const submit = (options: SaveOptions = {}): void =>
    onDone(() => forms.submit(form.getValues(), options));
  const askOrSubmit = (): void => {
    const { runClub } = form.getValues();
    if (disputed) {
      element.current?.querySelector<HTMLElement>('[data-conflict] button')?.focus();
      return;
    }
    // Phone keyboards write `Delete`.
    const saysDelete = isDeleteWord(runClub.toUpperCase()) && runClub !== runner?.runClub;
    if (runner && saysDelete) setIsDeleting(true);
    else submit();
  };

  const [burst] = useState(() => new ReaderBurst());
  const [bandNote, setBandNote] = useState('');
  /** Moves a band that is read into another field to the wristband field; its Enter presses nothing. */
  const moveRead = (event: KeyboardEvent): void => {
    const { key, repeat, target, nativeEvent } = event;
    const { name = '', value = '' } = target as Partial<HTMLInputElement>;
    const read = burst.take(repeat ? 'held' : key, nativeEvent.timeStamp, value);
    if (!read || name === 'raceNumber' || !mayEdit) return;
    event.preventDefault();
    const field = EDITOR_FIELDS.find((one) => one === name);
    flushSync(() => {
      if (field) form.setValue(field, read.before, { shouldDirty: true });
      form.setValue('raceNumber', read.number, { shouldDirty: true });
      setBandNote(`${read.number} was read: Enter saves it as the wristband.`);
    });
    focusField(element.current, 'raceNumber');
  };

  const isGone = runner !== undefined && !byId.has(runner.runnerId);
  const others = runner ? forms.editorsOf(runner.runnerId) : [];
  const fields = (
    <FormProvider {...form}>
      <FaultsShown value={refusal.faults ?? []}>
        <EditorFields runner={runner} bandNote={bandNote} />
      </FaultsShown>
    </FormProvider>
  );
  return (
    <div className="@container/form shrinks">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        ref={element}
        // No wider than its frame, even with a long name.
        className="grid grid-cols-[minmax(0,1fr)] gap-3"
        aria-label={runner ? `Edit ${nameOrBib(runner)}` : 'New runner'}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          askOrSubmit();
        }}
        onInput={() => {
          onTyped(true);
          setBandNote('');
        }}
        onKeyDownCapture={moveRead}
      >
        {problem ? (
          <Banner kind="alert">
            <span>{problem}</span> {taken ? <span>{describeHolder(taken)}</span> : null}
          </Banner>
        ) : null}
        {isWarned ? (
          <Banner kind="notice">
            What you typed here is not saved. Submit it, or Cancel (or Escape again) to discard it.
          </Banner>
        ) : null}
        {taken ? (
          <TakenChoice
            taken={taken}
            form={form}
            worn={runner?.raceNumber ?? ''}
            onExchange={(kind) => submit({ exchange: { kind, taken } })}
          />
        ) : null}
        {disputed ? (
          <ConflictQuestion
            draft={draft}
            disputed={disputed}
            onKeep={(keep) => {
              const theirs = keep === 'theirs' ? draft.base?.values : undefined;
              for (const field of disputed) if (theirs) form.setValue(field, theirs[field]);
              submit();
            }}
          />
        ) : null}
        {mayEdit ? (
          fields
        ) : (
          <fieldset className="plain-set" disabled>
            {fields}
          </fieldset>
        )}
        {/* In a dialog or on a phone Submit sticks to the bottom. */}
        <div className="flow justify-end gap-2.5 folded:sticky folded:bottom-0 folded:z-2 folded:-mx-1 folded:bg-raised folded:px-1 folded:py-2 folded:in-[dialog]:-bottom-4.5 folded:in-[dialog]:-mb-4.5 folded:in-[dialog]:bg-surface folded:in-[dialog]:pb-4.5">
          {runner && mayEdit ? (
            <Button className="mr-auto" onClick={() => setIsDeleting(true)}>
              Delete…
            </Button>
          ) : null}
          <Button data-close onClick={onCancel}>
            {mayEdit ? 'Cancel' : 'Close'}
          </Button>
          {mayEdit ? (
            <Button type="submit" kind="main">
              Submit
            </Button>
          ) : null}
        </div>
        {/* Below the fields, so that a new banner moves none of them under a finger. */}
        {isGone ? <Banner kind="alert">Someone else has deleted this runner.</Banner> : null}
        {others.length > 0 ? (
          <Banner kind="notice">{others.join(', ')} has this runner open too.</Banner>
        ) : null}
      </form>
      {question ? (
        <BandQuestion
          facts={question.facts}
          onCancel={() => setQuestion(undefined)}
          onKeep={() => submit({ ...question.options, answer: 'keep' })}
          onLeave={() => submit({ ...question.options, answer: 'leave' })}
        />
      ) : null}
      {isDeleting && runner ? (
        <DeleteQuestion
          runner={runner}
          onCancel={() => setIsDeleting(false)}
          onDelete={() => {
            form.setValue('runClub', DELETE_WORD);
            submit();
          }}
        />
      ) : null}
    </div>
  );
}
