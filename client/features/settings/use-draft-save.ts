import { useQueryClient } from '@tanstack/react-query';

import { placeOf, type TextPart } from '#shared/model/setting-parts.ts';

import { CallError, messageOf } from '#client/organisers/calls/call-error.ts';
import {
  type FetchedConfig,
  findConflict,
  saveSettings,
} from '#client/organisers/config/read-config.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import type { ConfigDraft } from './config-draft.ts';
import { fetchImpact } from './impact.ts';
import {
  findTextPart,
  listChanged,
  listConflicts,
  type PlacedError,
  placeErrors,
  textsOf,
  valuesTyped,
} from './setting-texts.ts';

/** Why nothing was saved. */
export interface SaveFailure {
  readonly reason: string;
  /** What the server says against single fields. */
  readonly errors?: readonly PlacedError[];
  /** Where to go on. */
  readonly focus?: TextPart | undefined;
}

const CONFLICT = 'Another organiser changed the same. Choose above which to keep.';

/**
 * Saves the fields of a draft that are changed, and those alone: others may be
 * saving theirs. Where that may change results that are there, it asks first.
 * Nothing is saved while somebody else changed the same field and it is not
 * settled which of the two stays; the server judges that, by what the fields
 * were typed over.
 */
export function useDraftSave(
  draft: ConfigDraft,
  known: FetchedConfig,
  ask: (lines: readonly string[] | undefined) => Promise<boolean>,
): () => Promise<SaveFailure | 'not-wanted' | undefined> {
  const calls = useCalls();
  const queries = useQueryClient();
  return async () => {
    const { texts } = draft;
    // What is known to clash needs no question about the results.
    const [conflict] = listConflicts(texts, textsOf(known));
    if (conflict) return { reason: CONFLICT, focus: conflict };
    try {
      const fields = listChanged(texts);
      const values = valuesTyped(texts, fields);
      if (fields.some((field) => placeOf(field).setting.changesResults)) {
        const lines = await fetchImpact(calls, values, known);
        if (lines?.length !== 0 && !(await ask(lines))) return 'not-wanted';
      }
      const was = new Map(fields.map((field) => [field, texts.base[field]]));
      const saved = await saveSettings(calls, queries, { values, was }, known);
      draft.adopt(textsOf(saved), fields, texts.typed);
      draft.clearNews();
      return undefined;
    } catch (error) {
      return describeFailure(error, draft);
    }
  };
}

function describeFailure(error: unknown, draft: ConfigDraft): SaveFailure {
  const conflict = findConflict(error);
  if (conflict) {
    draft.absorb(textsOf(conflict.current));
    return { reason: CONFLICT, focus: findTextPart(conflict.clashes[0]) };
  }
  const reason = messageOf(error);
  const errors = error instanceof CallError ? placeErrors(error.errors) : undefined;
  return errors?.[0] ? { reason, errors, focus: errors[0].field } : { reason };
}
