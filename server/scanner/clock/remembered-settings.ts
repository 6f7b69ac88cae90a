import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { parseJsonObject } from '#shared/model/json-object.ts';
import { isTimeZone } from '#shared/model/wall-clock.ts';

import type { RaceSettings } from './race-settings.ts';

/**
 * The race's settings as last seen, beside the journals: a scanner that starts
 * while Redis is away reads clocks as it did before.
 */
export class RememberedSettings {
  readonly #path: string;

  constructor(folderPath: string, raceKey: string) {
    this.#path = join(folderPath, `race-${raceKey}.json`);
  }

  async remember({ timeZone, startMs }: RaceSettings): Promise<void> {
    await writeFile(`${this.#path}.new`, JSON.stringify({ timeZone, startMs }));
    await rename(`${this.#path}.new`, this.#path);
  }

  /** Undefined when none were seen, and when what is kept cannot be right. */
  async recall(): Promise<RaceSettings | undefined> {
    const text = await readFile(this.#path, 'utf8').catch(() => '');
    const { timeZone, startMs } = parseJsonObject(text) ?? {};
    if (typeof timeZone !== 'string' || !isTimeZone(timeZone)) return undefined;
    return { timeZone, startMs: typeof startMs === 'number' ? startMs : undefined };
  }
}
