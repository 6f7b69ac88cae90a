import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { isStartPart, placeOf, type TextPart } from '#shared/model/setting-parts.ts';
import { CallError, messageOf } from '#client/organisers/calls/call-error.ts';
import {
  type FetchedConfig,
  findConflict,
  saveSettings,
} from '#client/organisers/config/fetched-config.ts';
import { fetchImpact, type ImpactQuestion } from '#client/organisers/config/ImpactNote.tsx';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { completeStart } from '#client/organisers/texts/start-text.ts';
import {
  labelField,
  listChanged,
  listConflicts,
  meaningOf,
  partsIn,
  readTyped,
  type SettingTexts,
  showValue,
  textsBy,
  textsOf,
  valuesTyped,
} from './setting-texts.ts';

/** The form of the settings, which several organisers can edit at once. */
export type ConfigForm = ReturnType<typeof useConfigForm>;

const INVALID = 'Correct the fields that are marked above.';
const CONFLICT = 'Another organiser changed this field too. Choose above which to keep.';

/** The form over `config`, which changes whenever anybody saves. */
export function useConfigForm(config: FetchedConfig) {
  const calls = useCalls();
  const queries = useQueryClient();
  const latest = textsOf(config);
  const parts = partsIn(latest);
  const [typed, setTyped] = useState(() => showAll(latest, parts));
  /** The values the edits are based on. */
  const [base, setBase] = useState(latest);
  /** Fields whose faults are shown. */
  const [touched, setTouched] = useState<readonly TextPart[]>([]);
  /** Fields that show another organiser's change. */
  const [updated, setUpdated] = useState<readonly TextPart[]>([]);
  const [outcome, setOutcome] = useState<'saved' | { readonly failed: string }>();
  const [question, setQuestion] = useState<ImpactQuestion>();
  const [isSaving, setIsSaving] = useState(false);
  const changed = listChanged({ typed, base });
  const conflicts = listConflicts({ typed, base }, latest);
  const labels = { ...config, distances: readOr(latest.distances, 'distances', typed.distances) };

  const type = (field: TextPart, text: string): void => {
    setTyped((now) => ({ ...now, [field]: text }));
    setOutcome(undefined);
  };
  const findFault = (field: TextPart, text = typed[field] ?? ''): string | undefined => {
    const reading = readTyped(field, text);
    return reading.ok || text === showValue(field, base[field] ?? '') ? undefined : reading.error;
  };
  const fail = (failed: string, field?: TextPart): void => {
    setOutcome({ failed });
    if (field) focusField(field);
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
    setTyped({ ...typed, ...showAll(latest, taken) });
    setBase({ ...base, ...textsBy([...taken, ...agreed], (part) => latest[part] ?? '') });
    setUpdated([...new Set([...updated, ...taken])]);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each change of the settings
  }, [config]);

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
   * Saves only the changed fields, since others may be saving theirs; asks first if that may change results. The server
   * compares each with the value the edit is based on.
   */
  const saveChanged = async (sent: SettingTexts): Promise<void> => {
    const fields = listChanged({ typed: sent, base });
    const change = valuesTyped({ typed: sent, base }, fields);
    if (fields.some((field) => placeOf(field).setting.changesResults)) {
      const lines = await fetchImpact(calls, change, config);
      if (lines?.length !== 0 && !(await ask(lines))) return;
    }
    const was = new Map(fields.map((field) => [field, base[field] ?? '']));
    const saved = textsOf(await saveSettings(calls, queries, { values: change, was }, config));
    setBase((before) => ({ ...before, ...textsBy(fields, (field) => saved[field] ?? '') }));
    setTyped((now) => {
      // Fields edited since keep their text.
      const same = fields.filter((field) => now[field] === sent[field]);
      return { ...now, ...showAll(saved, same) };
    });
    setUpdated([]);
    setOutcome('saved');
  };

  return {
    config,
    typed,
    latest,
    conflicts,
    updated,
    changed,
    outcome,
    question,
    isSaving,
    labelOf: (field: TextPart): string => labelField(field, labels),
    errorOf: (field: TextPart) => (touched.includes(field) ? findFault(field) : undefined),
    type,
    touch: (field: TextPart): void => setTouched((before) => [...before, field]),
    /** Resolves a conflict, and focuses the field. */
    resolve: (field: TextPart, keep: 'mine' | 'theirs'): void => {
      if (keep === 'theirs') setTyped({ ...typed, ...showAll(latest, [field]) });
      setBase({ ...base, [field]: latest[field] ?? '' });
      setOutcome(undefined);
      focusField(field);
    },
    save: async (): Promise<void> => {
      setOutcome(undefined);
      const zone = readTyped('timeZone', typed.timeZone);
      const nowMs = Date.now() + config.offsetMs;
      // Enter saves without a blur, which would complete the starts.
      const sent = textsBy(parts, (part) => {
        const text = typed[part] ?? '';
        return zone.ok && isStartPart(part) ? completeStart(text, nowMs, zone.value) : text;
      });
      setTyped(sent);
      const invalid = parts.find((part) => findFault(part, sent[part]) !== undefined);
      const [conflict] = listConflicts({ typed: sent, base }, latest);
      if (invalid) {
        setTouched(parts);
        fail(INVALID, invalid);
      } else if (conflict) fail(CONFLICT, conflict);
      else {
        setIsSaving(true);
        await saveChanged(sent).catch((error: unknown) => {
          const clash = findConflict(error)?.clashes[0];
          if (clash === undefined) fail([messageOf(error), ...listFaults(error)].join(' '));
          else
            fail(
              CONFLICT,
              parts.find((part) => part === clash),
            );
        });
        setIsSaving(false);
      }
    },
    focusField,
  };
}

function showAll(values: SettingTexts, parts: readonly TextPart[]): SettingTexts {
  return textsBy(parts, (part) => showValue(part, values[part] ?? ''));
}

function focusField(field: string): void {
  document.querySelector<HTMLElement>(`form [name="${CSS.escape(field)}"]`)?.focus();
}

/** The typed value as it would be stored; `known` if it is invalid. */
function readOr(known: string, field: TextPart, typed: string): string {
  const reading = readTyped(field, typed);
  return reading.ok ? reading.value : known;
}

/** Faults found only by the server, such as a time zone that this browser alone knows. */
function listFaults(error: unknown): readonly string[] {
  if (!(error instanceof CallError)) return [];
  return error.errors.map(({ field, message }) => `${field}: ${message}`);
}
