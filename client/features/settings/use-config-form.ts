import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { get, set, useForm, type UseFormRegisterReturn } from 'react-hook-form';

import { isStartPart, placeOf, type TextPart } from '#shared/model/setting-parts.ts';
import { CallError, messageOf } from '#client/organisers/calls/call-error.ts';
import {
  type FetchedConfig,
  findConflict,
  saveSettings,
} from '#client/organisers/config/fetched-config.ts';
import { fetchImpact, type ImpactQuestion } from '#client/organisers/config/ImpactNote.tsx';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { labelPart } from '#client/organisers/texts/label-part.ts';
import { completeStart } from '#client/organisers/texts/start-text.ts';
import { useTyped } from '#client/kit/form-fields.tsx';
import {
  listChanged,
  listConflicts,
  meaningOf,
  partsIn,
  readTyped,
  showValue,
  textsBy,
  textsOf,
  valuesTyped,
} from './setting-texts.ts';

/** The form of the settings, which several organisers can edit at once. */
export type ConfigForm = ReturnType<typeof useConfigForm>;

const INVALID = 'Correct the fields that are marked above.';
const CONFLICT = 'Another organiser changed this field too. Choose above which to keep.';
/** Nested: the field `starts.BB` is in a record `starts`. */
type Typed = Record<string, unknown>;

/** The form over `config`, which changes whenever anybody saves. */
export function useConfigForm(config: FetchedConfig) {
  const calls = useCalls();
  const queries = useQueryClient();
  const latest = textsOf(config);
  const parts = partsIn(latest);
  const form = useForm<Typed>({
    mode: 'onTouched',
    defaultValues: parts.reduce((all, part) => {
      set(all, part, showValue(part, latest[part] ?? ''));
      return all;
    }, {} as Typed),
  });
  /** The values the edits are based on. */
  const [base, setBase] = useState(latest);
  const [outcome, setOutcome] = useState<'saved' | { readonly failed: string }>();
  const [question, setQuestion] = useState<ImpactQuestion>();
  const { isSubmitting } = form.formState;

  const textsIn = (values: Typed) => textsBy(parts, (part) => String(get(values, part) ?? ''));
  const typed = textsIn(useTyped(form));
  const changed = listChanged({ typed, base });
  const conflicts = listConflicts({ typed, base }, latest);

  const type = (field: TextPart, text: string): void => {
    form.setValue(field, text, { shouldDirty: true, shouldValidate: true });
    setOutcome(undefined);
  };
  const show = (fields: readonly TextPart[], values = latest): void => {
    for (const field of fields) form.setValue(field, showValue(field, values[field] ?? ''));
  };
  const fail = (failed: string, focus?: TextPart): void => {
    setOutcome({ failed });
    if (focus) form.setFocus(focus);
  };
  // Shows others' changes, except in the focused field; a field changed by both is a conflict.
  useEffect(() => {
    const focused = document.activeElement?.getAttribute('name');
    const theirs = parts.filter((part) => latest[part] !== base[part]);
    const taken = theirs.filter(
      (part) => part !== focused && meaningOf({ typed, base }, part) === base[part],
    );
    const agreed = theirs.filter((part) => meaningOf({ typed, base }, part) === latest[part]);
    if (taken.length + agreed.length === 0) return;
    show(taken);
    setBase({ ...base, ...textsBy([...taken, ...agreed], (part) => latest[part] ?? '') });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each change of the settings
  }, [config]);

  /** Adds today's date to starts typed as times alone. */
  const completeStarts = (): void => {
    const zone = readTyped('timeZone', typed.timeZone);
    if (!zone.ok) return;
    const nowMs = Date.now() + config.offsetMs;
    for (const field of parts.filter(isStartPart)) {
      const text = typed[field] ?? '';
      const full = completeStart(text, nowMs, zone.value);
      if (full !== text) type(field, full);
    }
  };
  const ask = (lines: readonly string[] | undefined): Promise<boolean> =>
    new Promise((resolve) => {
      setQuestion({
        lines,
        answer: (isWanted) => {
          setQuestion(undefined);
          resolve(isWanted);
        },
      });
    });
  const showFailure = (error: unknown): void => {
    const clash = findConflict(error)?.clashes[0];
    if (clash === undefined) fail([messageOf(error), ...listFaults(error)].join(' '));
    else
      fail(
        CONFLICT,
        parts.find((part) => part === clash),
      );
  };
  /**
   * Saves only the changed fields, since others may be saving theirs; asks first if that may change results. The server
   * compares each with the value the edit is based on.
   */
  const save = async (values: Typed): Promise<void> => {
    const sent = textsIn(values);
    const fields = listChanged({ typed: sent, base });
    const [conflict] = listConflicts({ typed: sent, base }, latest);
    if (conflict) {
      fail(CONFLICT, conflict);
      return;
    }
    try {
      const change = valuesTyped({ typed: sent, base }, fields);
      if (fields.some((field) => placeOf(field).setting.changesResults)) {
        const lines = await fetchImpact(calls, change, config);
        if (lines?.length !== 0 && !(await ask(lines))) return;
      }
      const was = new Map(fields.map((field) => [field, base[field] ?? '']));
      const saved = textsOf(await saveSettings(calls, queries, { values: change, was }, config));
      setBase((before) => ({ ...before, ...textsBy(fields, (field) => saved[field] ?? '') }));
      // Fields edited since keep their text.
      const now = textsIn(form.getValues());
      show(
        fields.filter((field) => now[field] === sent[field]),
        saved,
      );
      setOutcome('saved');
    } catch (error) {
      showFailure(error);
    }
  };

  return {
    config,
    typed,
    latest,
    conflicts,
    changed,
    outcome,
    question,
    isSaving: isSubmitting,
    labelOf: (field: TextPart): string => labelPart(field, config),
    control: (field: TextPart): UseFormRegisterReturn =>
      form.register(field, {
        onChange: () => setOutcome(undefined),
        validate: (value) => {
          const text = String(value);
          const reading = readTyped(field, text);
          return reading.ok || text === showValue(field, base[field] ?? '') || reading.error;
        },
      }),
    errorOf: (field: TextPart): string | undefined =>
      form.getFieldState(field, form.formState).error?.message,
    completeStarts,
    /** Resolves a conflict, and focuses the field. */
    resolve: (field: TextPart, keep: 'mine' | 'theirs'): void => {
      if (keep === 'theirs') show([field]);
      setBase({ ...base, [field]: latest[field] ?? '' });
      setOutcome(undefined);
      form.setFocus(field);
    },
    save: async (): Promise<void> => {
      setOutcome(undefined);
      // Enter saves without a blur.
      completeStarts();
      await form.handleSubmit(save, () => fail(INVALID))();
    },
  };
}

/** Faults found only by the server, such as a time zone that this browser alone knows. */
function listFaults(error: unknown): readonly string[] {
  if (!(error instanceof CallError)) return [];
  return error.errors.map(({ field, message }) => `${field}: ${message}`);
}
