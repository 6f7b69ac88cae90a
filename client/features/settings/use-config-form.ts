import { useEffect, useState, useSyncExternalStore } from 'react';
import { useForm, type UseFormRegisterReturn, useWatch } from 'react-hook-form';

import type { EventCode } from '#shared/model/event.ts';
import type { DurationMs } from '#shared/model/time.ts';

import { changesOf, isStartPart, TEXT_PARTS, type TextPart } from '#shared/model/setting-parts.ts';
import type { PerEventSetting, TextSetting } from '#shared/model/settings.ts';

import type { FetchedConfig } from '#client/organisers/config/read-config.ts';
import { ConfigDraft } from './config-draft.ts';
import type { ImpactQuestion } from './ImpactNote.tsx';
import { completeStart } from '#client/organisers/texts/start-text.ts';
import {
  findTextPart,
  listChanged,
  listConflicts,
  readTyped,
  type SettingTexts,
  showValue,
  textsBy,
  textsOf,
} from './setting-texts.ts';
import { type SaveFailure, useDraftSave } from './use-draft-save.ts';
import { useIsActing } from './use-settings-action.ts';

/** What came of the last save. */
export type SaveOutcome =
  | { readonly kind: 'saved' }
  | { readonly kind: 'failed'; readonly reason: string };

/** The form of the settings, shared by several organisers. */
export interface ConfigForm {
  readonly typed: SettingTexts;
  /** What the server has. */
  readonly latest: SettingTexts;
  /** Fields that are changed here. */
  readonly changed: readonly TextPart[];
  /** Fields that are changed here, and otherwise by somebody else. */
  readonly conflicts: readonly TextPart[];
  /** Fields that show what somebody else saved while the form was open. */
  readonly news: readonly TextPart[];
  readonly outcome: SaveOutcome | undefined;
  /** Asked before results that are there change. */
  readonly question: ImpactQuestion | undefined;
  readonly isSaving: boolean;
  readonly register: (field: TextPart) => UseFormRegisterReturn;
  readonly errorOf: (field: TextPart) => string | undefined;
  /** Puts a text into a field as if it had been typed there. */
  readonly type: (field: TextPart, text: string) => void;
  /** Ends a conflict, and goes to the field. */
  readonly settle: (field: TextPart, keep: 'mine' | 'theirs') => void;
  /** Shows in `field` what was saved elsewhere on this screen. */
  readonly adopt: (saved: FetchedConfig, field: TextPart) => void;
  readonly save: () => Promise<void>;
  /** Empties a field, and goes to it. */
  readonly empty: (field: TextPart) => void;
  /** Goes to the first of the `news`, which are none any more. */
  readonly visitNews: () => void;
  /** Takes back what is said about the last save. */
  readonly clearOutcome: () => void;
}

/** The texts as the form keeps them: those of a setting per event beside each other. */
type FormValues = {
  [Name in TextSetting]: Name extends PerEventSetting ? Record<EventCode, string> : string;
};

const INVALID = 'Correct the fields that are marked above.';

/** Opens the form over `config`, which is fetched anew all the time. */
export function useConfigForm(config: FetchedConfig, clockOffsetMs: DurationMs): ConfigForm {
  const latest = textsOf(config);
  const {
    control,
    register,
    getValues,
    setValue,
    setError,
    setFocus,
    handleSubmit,
    getFieldState,
    formState,
  } = useForm<FormValues>({
    mode: 'onTouched',
    // Each part is at its path in it.
    defaultValues: changesOf(
      new Map(TEXT_PARTS.map((part) => [part, showValue(part, latest[part])])),
    ) as FormValues,
  });
  const [draft] = useState(() => {
    const write = (field: TextPart, text: string): void => {
      setValue(field, text, { shouldValidate: true });
    };
    return new ConfigDraft(latest, {
      read: () => textsBy((field) => getValues(field)),
      write,
      findHeld,
    });
  });
  const { base, news } = useSyncExternalStore(draft.subscribe, draft.getSnapshot);
  const isActing = useIsActing();
  useEffect(() => {
    // One's own start is no news of another organiser.
    if (!isActing) draft.absorb(textsOf(config));
  }, [draft, config, isActing]);

  const [outcome, setOutcome] = useState<SaveOutcome>();
  const [question, setQuestion] = useState<ImpactQuestion>();
  const saveDraft = useDraftSave(
    draft,
    config,
    (lines) =>
      new Promise((resolve) => {
        setQuestion({
          lines,
          answer: (isWanted) => {
            setQuestion(undefined);
            resolve(isWanted);
          },
        });
      }),
  );
  const fail = ({ reason, errors = [], focus }: SaveFailure): void => {
    for (const { field, message } of errors) setError(field, { type: 'server', message });
    setOutcome({ kind: 'failed', reason: errors.length > 0 ? INVALID : reason });
    if (focus) setFocus(focus);
  };
  const submit = handleSubmit(
    async () => {
      const failure = await saveDraft();
      if (failure === 'not-wanted') return;
      if (failure) fail(failure);
      else setOutcome({ kind: 'saved' });
    },
    () => {
      fail({ reason: INVALID });
    },
  );

  /** Enter saves without leaving the field, and so without what leaving it does. */
  const completeStarts = (timeZone: string): void => {
    const nowMs = Date.now() + clockOffsetMs;
    for (const field of TEXT_PARTS.filter(isStartPart)) {
      setValue(field, completeStart(getValues(field), nowMs, timeZone));
    }
  };

  const texts = useWatch({ control, name: TEXT_PARTS });
  const typed = textsBy((field) => texts[TEXT_PARTS.indexOf(field)] ?? '');
  return {
    typed,
    latest,
    changed: listChanged({ typed, base }),
    conflicts: listConflicts({ typed, base }, latest),
    news,
    outcome,
    question,
    isSaving: formState.isSubmitting,
    register: (field) => register(field, { validate: (text) => findFault(field, text) ?? true }),
    errorOf: (field) => getFieldState(field, formState).error?.message,
    type: (field, text) => {
      setValue(field, text, { shouldValidate: true, shouldTouch: true });
      setOutcome(undefined);
    },
    settle: (field, keep) => {
      draft.settle(field, latest, keep);
      setOutcome(undefined);
      setFocus(field);
    },
    adopt: (saved, field) => {
      draft.adopt(textsOf(saved), [field]);
    },
    save: async () => {
      setOutcome(undefined);
      const zone = readTyped('timeZone', getValues('timeZone'));
      if (zone.ok) completeStarts(zone.value);
      await submit();
    },
    empty: (field) => {
      setValue(field, '', { shouldValidate: true });
      setOutcome(undefined);
      setFocus(field);
    },
    visitNews: () => {
      draft.clearNews();
      if (news[0]) setFocus(news[0]);
    },
    clearOutcome: () => {
      setOutcome(undefined);
    },
  };
}

function findFault(field: TextPart, typed: string): string | undefined {
  const reading = readTyped(field, typed);
  return reading.ok ? undefined : reading.error;
}

/** The field with the cursor in it. */
function findHeld(): TextPart | undefined {
  return findTextPart(document.activeElement?.getAttribute('name'));
}
