import type { RaceStore } from '#server/store/race-store.ts';
import { isPlainObject } from '#shared/model/config-fields.ts';
import type { FieldError } from '#shared/model/outcome.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';

import type { ConfigOutcome } from './config-input.ts';
import { parseConfigInput } from './config-input.ts';
import { mergeConfig } from './merge-config.ts';

export type SavedConfig =
  | {
      readonly ok: true;
      readonly before: RaceConfig;
      readonly config: RaceConfig;
      readonly version: number;
    }
  | {
      readonly ok: false;
      readonly errors: readonly FieldError[];
      /** The settings could stand, if somebody else had not just changed the same ones. */
      readonly isConflict: boolean;
    };

/**
 * Saves settings given as JSON, or none of them if one cannot stand; see
 * {@link parseConfigInput}. Settings that are absent keep what somebody else
 * may save at the same moment. With `was`, the settings as the sender knew
 * them, so do those that are sent as they were, and the rest are refused where
 * somebody else changed them since.
 */
export async function saveConfig(
  store: RaceStore,
  input: unknown,
  by: string,
  required: readonly (keyof RaceConfig)[] = [],
): Promise<SavedConfig> {
  let before = await store.readConfig();
  let decision = decide(input, before, required);
  if (!decision.ok) return decision;
  const saved = await store.saveConfig((current) => {
    before = current;
    decision = decide(input, current, required);
    return decision.ok ? decision.config : undefined;
  }, by);
  if (saved) return { ok: true, before, ...saved };
  return decision.ok ? { ok: false, errors: [], isConflict: true } : decision;
}

/** The settings as they would be saved now, or why they cannot; nothing is written. */
export function tryConfig(
  input: unknown,
  current: RaceConfig,
): Extract<ConfigOutcome, { readonly ok: true }> | Extract<SavedConfig, { ok: false }> {
  return decide(input, current, []);
}

type Decision = Extract<ConfigOutcome, { readonly ok: true }> | Extract<SavedConfig, { ok: false }>;

function decide(
  input: unknown,
  current: RaceConfig,
  required: readonly (keyof RaceConfig)[],
): Decision {
  if (!isPlainObject(input) || input['was'] === undefined) {
    return orRefuse(parseConfigInput(input, current, required));
  }
  const { was: given, ...wanted } = input;
  const was = parseConfigInput(given, current);
  if (!was.ok) {
    const [error] = was.errors;
    return refuse([{ field: 'was', message: `${error?.field}: ${error?.message}` }]);
  }
  const mine = parseConfigInput(wanted, was.config, required);
  if (!mine.ok) return refuse(mine.errors);
  const merged = mergeConfig(was.config, mine.config, current);
  if (merged.ok) return merged;
  const message = 'Another organiser changed this at the same moment.';
  return refuse(
    merged.clashes.map((field) => ({ field, message })),
    true,
  );
}

function orRefuse(outcome: ConfigOutcome): Decision {
  return outcome.ok ? outcome : refuse(outcome.errors);
}

function refuse(errors: readonly FieldError[], isConflict = false): Decision {
  return { ok: false, errors, isConflict };
}
