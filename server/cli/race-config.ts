import { describeConfigChanges } from '#server/features/settings/config-input.ts';
import { saveConfig } from '#server/features/settings/save-config.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { escapeText } from '#shared/model/text-rules.ts';

import { CommandError } from './command-error.ts';
import { readGivenFile } from './read-file.ts';

/** `race config FILE`: returns the exit status. */
export async function runConfig(store: RaceStore, path: string): Promise<number> {
  const input = parseJson(path, new TextDecoder().decode(await readGivenFile(path)));
  const saved = await saveConfig(store, input, 'command line');
  if (!saved.ok) {
    const { errors } = saved.error;
    const count = errors.length;
    console.error(`${count} ${count === 1 ? 'fault' : 'faults'}. Nothing was changed.`);
    for (const { field, message } of errors) {
      console.error(`${escapeText(field) || path}: ${message}`);
    }
    return 1;
  }
  const changes = describeConfigChanges(saved.value.before, saved.value.config);
  console.log(changes.length === 0 ? 'The settings are so already.' : changes.join('\n'));
  return 0;
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CommandError(`${path} is not JSON: ${escapeText(error.message)}`, { cause: error });
  }
}
