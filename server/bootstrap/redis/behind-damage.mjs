import { randomUUID } from 'node:crypto';

import { readCommands, writeCommand } from './aof-commands.mjs';

/** The keys of a race, as `server/store/keys.ts` names them. */
const META = ':meta';
const LONGEST_RACE = 64;
const RACE_AT_END = /\{[\w.-]{1,64}\}$/;
/** A read names the source and the session of its journal, one behind the other (`server/store/codec.ts`). */
const JOURNAL = /"source":"([\w.-]{1,40})","session":"([\w.-]{1,60})"/;
const PART = /^(\{[\w.-]{1,64}\}):(sources|changes)$/;

/**
 * What stands behind damage without the marks of scanners' journals: that all reads up to one are stored is not true
 * where some are gone. Each mark stays as it was before the damage, so that the scanner sends the rest again; what is
 * there is not stored twice (`server/store/scripts/ingest-scans.lua`).
 * @param {Buffer} bytes whole commands
 * @returns {Buffer}
 */
export function leaveOutMarks(bytes) {
  /** @type {Buffer[]} */
  const left = [];
  let from = 0;
  for (const { name, words, start, end } of readCommands(bytes)) {
    if (name !== 'HSET' || partOf(words)?.part !== 'sources') continue;
    left.push(bytes.subarray(from, start));
    from = end;
  }
  return Buffer.concat([...left, bytes.subarray(from)]);
}

/**
 * The commands that make a record honest of which a part was left out. All that a script of the race wrote is whole or
 * gone, but what stands behind the damage may build on what is gone:
 *
 * 1. A journal whose marks are all gone has one of 0: a scanner that ended long ago takes no mark for another race.
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
  /** @type {Map<string, number>} the last version of each race */
  const versions = new Map();
  for (const bytes of behind) {
    for (const { name, words } of readCommands(bytes)) {
      const { race, part } = partOf(words) ?? {};
      if (name !== 'HSET' || race === undefined || part !== 'changes') continue;
      const last = Number(words[2]?.toString('latin1')) || 0;
      versions.set(race, Math.max(versions.get(race) ?? 0, last));
    }
  }
  const races = new Set(damaged.flatMap((bytes) => [...listRaces(bytes)]));
  const journals = new Set(damaged.flatMap((bytes) => [...listJournals(bytes)]));
  return Buffer.concat(
    Array.from(races, (race) => {
      const version = versions.get(race);
      const marks = Array.from(journals, (journal) =>
        write('HSETNX', `${race}:sources`, journal, '0'),
      );
      const head = write(
        'HSET',
        `${race}${META}`,
        'epoch',
        randomUUID(),
        ...(version ? ['version', String(version)] : []),
        ...(behind.length > 0 ? ['staleBands', '1'] : []),
      );
      return Buffer.concat([...marks, head]);
    }),
  );
}

/**
 * The race whose log of changes or marks a command is of.
 * @param {readonly Buffer[]} words
 */
function partOf(words) {
  const [, race, part] = PART.exec(words[1]?.toString('latin1', 0, 100) ?? '') ?? [];
  return race === undefined ? undefined : { race, part };
}

/**
 * The journals that reads in files are of, also where they are damaged, as their marks are named.
 * @param {Buffer} bytes
 */
function* listJournals(bytes) {
  const middle = '","session":"';
  for (let at = bytes.indexOf(middle); at !== -1; at = bytes.indexOf(middle, at + 1)) {
    const around = bytes.toString('latin1', Math.max(0, at - 60), at + 100);
    const [, source, session] = JOURNAL.exec(around) ?? [];
    if (source !== undefined && session !== undefined) yield `${source}|${session}`;
  }
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

/** @param {...string} words */
function write(...words) {
  return writeCommand(words.map((word) => Buffer.from(word, 'latin1')));
}
