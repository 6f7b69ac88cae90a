import { isPlainObject, parseJsonObject } from '#shared/model/json-object.ts';
import type { RunnerId } from '#shared/model/ids.ts';
import { type Runner, RUNNER_DETAILS } from '#shared/model/runner.ts';

import { readSteps } from './hash-steps.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
import { defineScript, runChange } from './run-script.ts';
import swapFieldLua from './scripts/swap-field.lua?raw';

const swapField = defineScript(swapFieldLua);

/** A runner of whom nothing is known but what the results are made of; the public sees the bib alone. */
export function withoutPerson(runner: Runner): Runner {
  const { isAgeGroupDerived: _derived, ...rest } = runner;
  const empty = Object.fromEntries(
    RUNNER_DETAILS.filter((name) => name !== 'mobileNumber' && name in rest).map((name) => [name]),
  ) as Partial<Runner>;
  return { ...rest, ...empty, firstName: '', lastName: '', mobileNumber: '', isPrivate: true };
}

/**
 * Takes the person out of all that the record keeps of a runner beside the entry: the log, the latest
 * changes, the backups within Redis, saves that were lost. It is done again from the start when it
 * breaks off. Returns how many texts were changed.
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

/** A stored text with every record of that runner in it, however deep, made one without the person. */
function forgetInText(text: string, runnerId: RunnerId): string {
  // To read the text of each would take its time.
  const parsed = text.includes(runnerId) ? parseJsonObject(text) : undefined;
  if (!parsed) return text;
  const forget = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(forget);
    if (!isPlainObject(value)) return value;
    if (value['runnerId'] === runnerId) {
      if ('firstName' in value) return withoutPerson(value as unknown as Runner);
      // A save that was lost has the name in one.
      if ('name' in value) return { ...value, name: '' };
    }
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, forget(each)]));
  };
  const forgotten = JSON.stringify(forget(parsed));
  return forgotten === JSON.stringify(parsed) ? text : forgotten;
}
