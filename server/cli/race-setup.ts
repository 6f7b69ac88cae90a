import type { Writable } from 'node:stream';

import { describeSetup, settleSetup, setupOf } from '#server/race/settle-setup.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { parseRaceSetup, writeRaceSetup } from '#shared/model/race-setup-schema.ts';
import { escapeText } from '#shared/model/text-rules.ts';

import { readGivenText, tellFaults } from './command.ts';

/** `race setup [FILE]`: prints the document of the race, or saves that of the file; returns the exit status. */
export async function runSetup(
  store: RaceStore,
  path: string | undefined,
  stdout: Writable,
): Promise<number> {
  if (path === undefined) {
    const setup = setupOf(await store.readConfig());
    const reading = parseRaceSetup(setup);
    // Parsed, its fields are in the order in which people look for them.
    stdout.write(`${JSON.stringify(reading.ok ? reading.value : setup, null, 2)}\n`);
    return 0;
  }
  const reading = parseRaceSetup(await readGivenText(path));
  if (!reading.ok) return tellFaults(path, reading.error);
  const text = writeRaceSetup(reading.value);
  const saved = await store.saveConfig(
    (current) =>
      writeRaceSetup(setupOf(current)) === text ? undefined : settleSetup(current, reading.value),
    'command line',
  );
  console.log(
    saved
      ? `The race is now: ${escapeText(describeSetup(text))}.`
      : 'The race is set up so already.',
  );
  return 0;
}
