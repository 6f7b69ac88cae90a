import { useQueryClient } from '@tanstack/react-query';

import { CallError, messageOf } from '#client/organisers/calls/call-error.ts';
import { fetchLatestConfig, saveConfig } from '#client/organisers/config/save-config.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import type { PlacedError } from './config-body.ts';
import { placeErrors, presentChanges } from './config-body.ts';
import type { ConfigDraft } from './config-draft.ts';
import type { ConfigField } from '#client/organisers/texts/config-texts.ts';
import { isStartField, valuesOf } from '#client/organisers/texts/config-texts.ts';
import { lookAhead } from './look-ahead.ts';
import { listChanged, listConflicts } from './merge-config.ts';

/** Why nothing was saved. */
export interface SaveFailure {
  readonly reason: string;
  /** What the server says against single fields. */
  readonly errors?: readonly PlacedError[];
  /** Where to go on. */
  readonly focus?: ConfigField;
}

/**
 * Saves the fields of a draft that are changed, and those alone: others may be
 * saving theirs. Where that changes results that are there, it asks first. Nothing is saved while somebody else changed the same field
 * and it is not settled which of the two stays.
 */
export function useDraftSave(
  draft: ConfigDraft,
  ask: (lines: readonly string[] | undefined) => Promise<boolean>,
): () => Promise<SaveFailure | 'not-wanted' | undefined> {
  const calls = useCalls();
  const queries = useQueryClient();
  return async () => {
    try {
      const fresh = await fetchLatestConfig(calls, queries);
      draft.absorb(valuesOf(fresh));
      const { texts } = draft;
      const [conflict] = listConflicts(texts, valuesOf(fresh));
      if (conflict) {
        const reason = 'Another organiser changed the same. Choose above which to keep.';
        return { reason, focus: conflict };
      }
      const fields = listChanged(texts);
      const changes = presentChanges(texts.typed, fields);
      if (fields.some(isScoring)) {
        const lines = await lookAhead(calls, changes, fresh);
        if (lines?.length !== 0 && !(await ask(lines))) return 'not-wanted';
      }
      const saved = await saveConfig(calls, queries, fresh, changes);
      draft.adopt(valuesOf(saved), fields, texts.typed);
      draft.clearNews();
      return undefined;
    } catch (error) {
      return describeFailure(error);
    }
  };
}

/** Whether a field has a say in the results. */
function isScoring(field: ConfigField): boolean {
  return isStartField(field) || ['timeZone', 'timing', 'earliestFinish'].includes(field);
}

function describeFailure(error: unknown): SaveFailure {
  const reason = messageOf(error);
  const errors = error instanceof CallError ? placeErrors(error.errors) : undefined;
  return errors?.[0] ? { reason, errors, focus: errors[0].field } : { reason };
}
