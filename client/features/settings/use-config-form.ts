import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useEffect, useState, useSyncExternalStore } from 'react';

import { isStartPart, placeOf, type TextPart } from '#shared/model/setting-parts.ts';

import { ObservableState } from '#client/live/observable-state.ts';
import { CallError, messageOf } from '#client/organisers/calls/call-error.ts';
import {
  type FetchedConfig,
  findConflict,
  saveSettings,
} from '#client/organisers/config/fetched-config.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { completeStart } from '#client/organisers/texts/start-text.ts';
import { fetchImpact, type ImpactQuestion } from '#client/organisers/config/ImpactNote.tsx';
import {
  listChanged,
  listConflicts,
  partsIn,
  placeErrors,
  readTyped,
  type SettingTexts,
  textsOf,
  valuesTyped,
} from './setting-texts.ts';
import { absorb, adopt, openDraft, settle, type SettingsDraft } from './settings-draft.ts';

export type SaveOutcome =
  | { readonly kind: 'saved' }
  | { readonly kind: 'failed'; readonly reason: string };

interface Control {
  readonly name: TextPart;
  readonly value: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  readonly onBlur: () => void;
}

/** The server's objection to a field, and the text that it is about. */
interface Refusal {
  readonly message: string;
  readonly text: string;
}

/** The form of the settings, which several organisers can edit at once. */
export type ConfigForm = ReturnType<typeof useConfigForm>;

const INVALID = 'Correct the fields that are marked above.';
const CONFLICT = 'Another organiser changed this field too. Choose above which to keep.';
const NO_REFUSALS: ReadonlyMap<TextPart, Refusal> = new Map();

/** Opens the form over `config`, which is fetched again and again. */
export function useConfigForm(config: FetchedConfig) {
  const calls = useCalls();
  const queries = useQueryClient();
  const latest = textsOf(config);
  const [store] = useState(() => new ObservableState<SettingsDraft>(openDraft(latest)));
  const draft = useSyncExternalStore(store.subscribe, store.getSnapshot);
  /** Fields that were left once: their faults are shown from then on. */
  const [touched, setTouched] = useState<readonly TextPart[]>([]);
  const [refused, setRefused] = useState(NO_REFUSALS);
  const [outcome, setOutcome] = useState<SaveOutcome>();
  const [question, setQuestion] = useState<ImpactQuestion>();
  const [isSaving, setIsSaving] = useState(false);
  useEffect(() => {
    store.update(absorb(store.getSnapshot(), textsOf(config), findHeld()));
  }, [store, config]);

  const type = (field: TextPart, text: string): void => {
    store.update({ typed: { ...store.getSnapshot().typed, [field]: text } });
    setOutcome(undefined);
  };
  const touch = (field: TextPart): void =>
    setTouched((before) => (before.includes(field) ? before : [...before, field]));
  const fail = (reason: string, focus?: string): void => {
    setOutcome({ kind: 'failed', reason });
    goTo(focus);
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

  /**
   * Saves only the changed fields: others may be saving theirs. Asks first if that may change existing results. Nothing
   * is saved while a field that somebody else changed too is undecided; the server checks that against the values the
   * fields were typed over.
   */
  const saveChanged = async (sent: SettingsDraft): Promise<void> => {
    const fields = listChanged(sent);
    const values = valuesTyped(sent, fields);
    if (fields.some((field) => placeOf(field).setting.changesResults)) {
      const lines = await fetchImpact(calls, values, config);
      if (lines?.length !== 0 && !(await ask(lines))) return;
    }
    const was = new Map(fields.map((field) => [field, sent.base[field] ?? '']));
    const saved = textsOf(await saveSettings(calls, queries, { values, was }, config));
    const held = findHeld();
    store.update({
      ...adopt(store.getSnapshot(), saved, fields, { sent: sent.typed, held }),
      updated: [],
    });
    setOutcome({ kind: 'saved' });
  };
  const tell = (error: unknown, sent: SettingsDraft): void => {
    const conflict = findConflict(error);
    if (conflict) {
      store.update(absorb(store.getSnapshot(), textsOf(conflict.current), findHeld()));
      fail(CONFLICT, conflict.clashes[0]);
      return;
    }
    const errors =
      error instanceof CallError ? placeErrors(error.errors, partsIn(sent.typed)) : undefined;
    if (!errors?.[0]) {
      fail(messageOf(error));
      return;
    }
    setRefused(
      new Map(
        errors.map(({ field, message }) => [field, { message, text: sent.typed[field] ?? '' }]),
      ),
    );
    fail(INVALID, errors[0].field);
  };
  const save = async (): Promise<void> => {
    setOutcome(undefined);
    setRefused(NO_REFUSALS);
    store.update({
      typed: completeStarts(store.getSnapshot().typed, Date.now() + config.offsetMs),
    });
    const sent = store.getSnapshot();
    const wrong = listChanged(sent).filter(
      (field) => findFault(field, sent.typed[field]) !== undefined,
    );
    if (wrong.length > 0) {
      setTouched(partsIn(sent.typed));
      fail(INVALID, findFirst(wrong));
      return;
    }
    // A known conflict needs no question about the results.
    const [conflict] = listConflicts(sent, latest);
    if (conflict) {
      fail(CONFLICT, conflict);
      return;
    }
    setIsSaving(true);
    await saveChanged(sent).catch((error: unknown) => tell(error, sent));
    setIsSaving(false);
  };

  return {
    /** As fetched last. */
    config,
    typed: draft.typed,
    latest,
    changed: listChanged(draft),
    conflicts: listConflicts(draft, latest),
    /** Fields that show what somebody else saved while the form was open. */
    updated: draft.updated,
    outcome,
    /** Asked before existing results change. */
    question,
    isSaving,
    control: (field: TextPart): Control => ({
      name: field,
      value: draft.typed[field] ?? '',
      onChange: ({ target }) => type(field, target.value),
      onBlur: () => touch(field),
    }),
    errorOf: (field: TextPart): string | undefined => {
      const typed = draft.typed[field] ?? '';
      const refusal = refused.get(field);
      if (refusal?.text === typed) return refusal.message;
      return touched.includes(field) ? findFault(field, typed) : undefined;
    },
    /** Puts a text into a field as if it had been typed. */
    type,
    /** Ends a conflict, and focuses the field. */
    settle: (field: TextPart, keep: 'mine' | 'theirs'): void => {
      store.update(settle(store.getSnapshot(), field, latest, keep));
      setOutcome(undefined);
      goTo(field);
    },
    save,
    empty: (field: TextPart): void => {
      type(field, '');
      goTo(field);
    },
    /** Focuses the first of the `updated`, and clears them. */
    visitUpdated: (): void => {
      store.update({ updated: [] });
      goTo(draft.updated[0]);
    },
  };
}

function findFault(field: TextPart, typed = ''): string | undefined {
  const reading = readTyped(field, typed);
  return reading.ok ? undefined : reading.error;
}

/** Enter saves without leaving the field, so what happens on leaving it is done here. */
function completeStarts(typed: SettingTexts, nowMs: number): SettingTexts {
  const zone = readTyped('timeZone', typed.timeZone);
  if (!zone.ok) return typed;
  const starts = partsIn(typed)
    .filter(isStartPart)
    .map((field) => [field, completeStart(typed[field] ?? '', nowMs, zone.value)] as const);
  return { ...typed, ...Object.fromEntries(starts) };
}

/** The field with the cursor in it. */
function findHeld(): string | undefined {
  return document.activeElement?.getAttribute('name') ?? undefined;
}

/** The first of these fields in the order of the screen. */
function findFirst(fields: readonly TextPart[]): TextPart | undefined {
  const controls = Array.from(document.querySelectorAll('[name]'));
  return controls
    .map((control) => fields.find((field) => field === control.getAttribute('name')))
    .find((field) => field !== undefined);
}

function goTo(field = ''): void {
  document.getElementsByName(field)[0]?.focus();
}
