import { isPlainObject, parseJsonObject } from '#shared/model/json-object.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import { type Runner, RUNNER_DETAILS } from '#shared/model/runner.ts';

import { readSteps } from './hash-steps.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
import { defineScript, runChange } from './run-script.ts';
import swapFieldLua from './scripts/swap-field.lua?raw';

const swapField = defineScript(swapFieldLua);

/** A runner with only what the results are made of; the public sees the bib alone. */
export function withoutPerson(runner: Runner): Runner {
  const { isAgeGroupDerived: _derived, ...rest } = runner;
  const empty = Object.fromEntries(
    RUNNER_DETAILS.filter((name) => name !== 'mobileNumber' && name in rest).map((name) => [name]),
  ) as Partial<Runner>;
  return { ...rest, ...empty, firstName: '', lastName: '', mobileNumber: '', isPrivate: true };
}

/**
 * Removes the person from all that the record keeps of a runner beside the entry: the log, the latest changes, the
 * backups within Redis, lost saves. After an interruption it can be repeated. Returns how many texts were changed.
 */
export async function forgetInHistory(
  client: RedisClient,
  keys: RaceKeys,
  runnerId: RunnerId,
): Promise<number> {
  const backups = (await client.hKeys(keys.backups)).map((id) => keys.backupOf(id, 'runners'));
  let changed = 0;
  for (const hash of [keys.audit, keys.changes, ...backups, keys.lostSaves]) {
    for await (const step of readSteps(client, hash)) {
      for (const { field, value } of step) {
        const text = forgetInText(value, runnerId);
        if (text === value) continue;
        await runChange(client, swapField, [hash], [field, value, text]);
        changed += 1;
      }
    }
  }
  return changed;
}

/** Removes the person from a stored text, in every record of that runner, however deep. */
function forgetInText(text: string, runnerId: RunnerId): string {
  // Parsing every text would take too long.
  const parsed = text.includes(runnerId) ? parseJsonObject(text) : undefined;
  if (!parsed) return text;
  const forget = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(forget);
    if (!isPlainObject(value)) return value;
    if (value['runnerId'] === runnerId) {
      if ('firstName' in value) return withoutPerson(value as unknown as Runner);
      // A lost save has the whole name in one field.
      if ('name' in value) return { ...value, name: '' };
    }
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, forget(each)]));
  };
  const forgotten = JSON.stringify(forget(parsed));
  return forgotten === JSON.stringify(parsed) ? text : forgotten;
}
