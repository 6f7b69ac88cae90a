import type { RaceStore } from '#server/store/race-store.ts';
import type { FieldError } from '#shared/model/field-reading.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';

import { parseConfigInput } from './config-input.ts';

export type SavedConfig =
  | {
      readonly ok: true;
      readonly before: RaceConfig;
      readonly config: RaceConfig;
      readonly version: number;
    }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/**
 * Saves settings given as JSON, or none of them if one cannot stand; see
 * {@link parseConfigInput}. Settings that are absent keep what somebody else
 * may save at the same moment.
 */
export async function saveConfig(
  store: RaceStore,
  input: unknown,
  by: string,
  required: readonly (keyof RaceConfig)[] = [],
): Promise<SavedConfig> {
  let before = await store.readConfig();
  const checked = parseConfigInput(input, before, required);
  if (!checked.ok) return checked;
  const saved = await store.saveConfig((current) => {
    before = current;
    const outcome = parseConfigInput(input, current, required);
    return outcome.ok ? outcome.config : current;
  }, by);
  return { ok: true, before, ...saved };
}
