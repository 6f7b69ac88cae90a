import { randomUUID } from 'node:crypto';

import { readCommands, writeCommand } from './aof-commands.mjs';

/** The keys of a race, as `server/store/keys.ts` names them. */
const META = ':meta';
const LONGEST_RACE = 64;
const RACE_AT_END = /\{[\w.-]{1,64}\}$/;
const PART = /^(\{[\w.-]{1,64}\}):(sources|changes)$/;

/**
 * The commands that make a record honest of which a part was left out. All that a script of the race wrote is whole or
 * gone, but what stands behind the damage may build on what is gone:
 *
 * 1. The mark of a scanner's journal says that all reads up to it are stored. Behind the damage it is set to 0, so that
 *    the scanner sends all of that journal again; what is there is not stored twice (`server/store/scripts/ingest-scans.lua`).
 * 2. A version is one more than the one before, and so is too low behind the damage. It is set to the last one that the
 *    log of changes knows.
 * 3. A wristband that changed hands in the part that is gone leads to the wrong runner: the index of wristbands is to be
 *    made anew (`server/store/scripts/repair-record.lua`).
 * 4. The race has a new epoch, so that everybody loads it anew: pages have seen what is gone (FEED.md CF8).
 * @param {readonly Buffer[]} damaged the files as they were
 * @param {readonly Buffer[]} behind the whole commands behind the first damage
 * @returns {Buffer} to be appended; empty where the files are of no race
 */
export function correctRecord(damaged, behind) {
  /** @type {Map<string, Set<string>>} the marks of each hash of them */
  const marks = new Map();
  /** @type {Map<string, number>} the last version of each race */
  const versions = new Map();
  for (const bytes of behind) {
    for (const { name, words } of readCommands(bytes)) {
      const key = words[1]?.toString('latin1') ?? '';
      const [, race = '', part] = PART.exec(key) ?? [];
      if (name !== 'HSET' || part === undefined) continue;
      const fields = words.slice(2).filter((_, i) => i % 2 === 0);
      for (const field of fields.map((word) => word.toString('latin1'))) {
        if (part === 'sources') marks.set(key, (marks.get(key) ?? new Set()).add(field));
        else versions.set(race, Math.max(versions.get(race) ?? 0, Number(field) || 0));
      }
    }
  }
  const races = new Set(damaged.flatMap((bytes) => [...listRaces(bytes)]));
  return Buffer.concat([
    ...Array.from(marks, ([key, fields]) =>
      writeFields(
        key,
        Array.from(fields).flatMap((field) => [field, '0']),
      ),
    ),
    ...Array.from(races, (race) => {
      const version = versions.get(race);
      return writeFields(`${race}${META}`, [
        'epoch',
        randomUUID(),
        ...(version ? ['version', String(version)] : []),
        ...(behind.length > 0 ? ['staleBands', '1'] : []),
      ]);
    }),
  ]);
}

/**
 * The races that files are of, also where they are damaged. They may be too long for a text.
 * @param {Buffer} bytes
 */
function* listRaces(bytes) {
  const end = `${META}\r\n`;
  for (let at = bytes.indexOf(end); at !== -1; at = bytes.indexOf(end, at + 1)) {
    const before = bytes.toString('latin1', Math.max(0, at - LONGEST_RACE - 2), at);
    const [race] = RACE_AT_END.exec(before) ?? [];
    if (race !== undefined) yield race;
  }
}

/**
 * @param {string} key
 * @param {readonly string[]} fields each with its value behind it
 */
function writeFields(key, fields) {
  return writeCommand(['HSET', key, ...fields].map((word) => Buffer.from(word, 'latin1')));
}
