import { foldText } from '#shared/format/fold-text.ts';
import { isPlainObject, parseJsonObject } from '#shared/model/json-object.ts';
import { asRunnerId, type RunnerId } from '#shared/model/ids.ts';
import { type Runner, RUNNER_DETAILS } from '#shared/model/runner.ts';

import { readSteps } from './hash-steps.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
import { defineScript, runChange } from './run-script.ts';
import swapFieldLua from './scripts/swap-field.lua?raw';

const swapField = defineScript(swapFieldLua);

/** A runner with only the data for results; the public sees the bib alone. */
export function withoutPerson(runner: Runner): Runner {
  const { isAgeGroupDerived: _derived, ...rest } = runner;
  const empty = Object.fromEntries(
    RUNNER_DETAILS.filter((name) => name !== 'mobileNumber' && name in rest).map((name) => [name]),
  ) as Partial<Runner>;
  return { ...rest, ...empty, firstName: '', lastName: '', mobileNumber: '', isPrivate: true };
}

/**
 * Removes the person from all records of a runner other than the entry: the log, the latest changes, and the backups
 * within Redis. After an interruption it can be repeated. Returns how many texts were changed.
 */
export async function forgetInHistory(
  client: RedisClient,
  keys: RaceKeys,
  runnerId: RunnerId,
): Promise<number> {
  const hashes = await listHistory(client, keys);
  return rewrite(client, hashes, (text) => forgetInText(text, runnerId));
}

/**
 * Removes the codes of chips, with the wristbands that they belonged to, from the log, the latest changes and the backups
 * within Redis. Returns how many texts were changed.
 */
export async function forgetChipsInHistory(
  client: RedisClient,
  keys: RaceKeys,
  codes: readonly string[],
): Promise<number> {
  if (codes.length === 0) return 0;
  let gone = 0;
  for (const id of await client.hKeys(keys.backups)) {
    gone += await client.hDel(keys.backupOf(id, 'chips'), [...codes]);
  }
  const names = new Set(codes);
  const changed = await rewrite(client, [keys.audit, keys.changes], (text) =>
    codes.some((code) => text.includes(code)) ? withoutFields(text, names) : text,
  );
  return gone + changed;
}

/** Changes the texts of hashes; returns how many. */
async function rewrite(
  client: RedisClient,
  hashes: readonly string[],
  change: (text: string) => string,
): Promise<number> {
  let changed = 0;
  for (const hash of hashes) {
    for await (const step of readSteps(client, hash)) {
      for (const { field, value } of step) {
        const text = change(value);
        if (text === value) continue;
        await runChange(client, swapField, [hash], [field, value, text]);
        changed += 1;
      }
    }
  }
  return changed;
}

/** The stored text without the fields of these names, at any depth. */
function withoutFields(text: string, names: ReadonlySet<string>): string {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (!isPlainObject(value)) return value;
    const kept = Object.entries(value).filter(([key]) => !names.has(key));
    return Object.fromEntries(kept.map(([key, each]) => [key, strip(each)]));
  };
  return editJson(text, strip);
}

/** A stored text after a change of its content; as it was where nothing changes. */
function editJson(text: string, edit: (value: unknown) => unknown): string {
  const parsed = parseJsonObject(text);
  const edited = JSON.stringify(edit(parsed));
  return edited === JSON.stringify(parsed) ? text : edited;
}

/** Where former states of runners are kept. */
async function listHistory(client: RedisClient, keys: RaceKeys): Promise<readonly string[]> {
  const backups = (await client.hKeys(keys.backups)).map((id) => keys.backupOf(id, 'runners'));
  return [keys.audit, keys.changes, ...backups];
}

type Entry = Pick<
  Runner,
  'runnerId' | 'firstName' | 'lastName' | 'bibNumber' | 'birthDate' | 'mobileNumber'
>;

/** Entries of earlier lists: an import gives everybody another id. */
export interface EarlierEntries {
  /** The same person: the same name, and the same bib, birth date or telephone. */
  readonly same: readonly RunnerId[];
  /** The same bib or name alone: somebody has to look. */
  readonly alike: readonly Entry[];
}

/** Finds them by all that the record and its history know of the runner, until {@link forgetInHistory} takes that out. */
export async function findEarlierEntries(
  client: RedisClient,
  keys: RaceKeys,
  runnerId: RunnerId,
): Promise<EarlierEntries> {
  const present = new Set<string>(await client.hKeys(keys.runners));
  const own: Entry[] = [];
  const earlier = new Map<string, Entry>();
  for (const hash of [keys.runners, ...(await listHistory(client, keys))]) {
    for await (const step of readSteps(client, hash)) {
      for (const { value } of step) {
        for (const entry of listEntries(parseJsonObject(value))) {
          if (entry.runnerId === runnerId) own.push(entry);
          else if (!present.has(entry.runnerId)) earlier.set(JSON.stringify(entry), entry);
        }
      }
    }
  }
  const names = new Set(own.map(nameOf).filter(Boolean));
  const bibs = new Set(own.map(({ bibNumber }) => bibNumber).filter(Boolean));
  const others = new Set(own.flatMap(marksOf));
  const isNamed = (entry: Entry): boolean => names.has(nameOf(entry));
  const isAlike = (entry: Entry): boolean => isNamed(entry) || bibs.has(entry.bibNumber);
  const found = [...earlier.values()].filter((entry) => nameOf(entry) !== '' && isAlike(entry));
  const isSame = (entry: Entry): boolean =>
    isNamed(entry) &&
    (bibs.has(entry.bibNumber) || marksOf(entry).some((mark) => others.has(mark)));
  const same = new Set(found.filter(isSame).map((entry) => entry.runnerId));
  const alike = new Map(found.map((entry) => [entry.runnerId, entry]));
  return {
    same: [...same],
    alike: [...alike.values()].filter((entry) => !same.has(entry.runnerId)),
  };
}

function nameOf({ firstName, lastName }: Entry): string {
  return foldText(`${firstName} ${lastName}`).trim();
}

/** Data that distinguish people of the same name. */
function marksOf({ birthDate = '', mobileNumber }: Entry): readonly string[] {
  return [birthDate, mobileNumber.replaceAll(/\D/g, '')].filter(Boolean);
}

/** Every runner in parsed data, at any depth. */
function listEntries(value: unknown): Entry[] {
  if (Array.isArray(value)) return value.flatMap(listEntries);
  if (!isPlainObject(value)) return [];
  const texts = ['firstName', 'lastName', 'bibNumber', 'mobileNumber'].map((name) => value[name]);
  const { runnerId, birthDate = '' } = value;
  if (![runnerId, birthDate, ...texts].every((text) => typeof text === 'string')) {
    return Object.values(value).flatMap(listEntries);
  }
  const [firstName = '', lastName = '', bibNumber = '', mobileNumber = ''] = texts as string[];
  const id = asRunnerId(runnerId as string);
  return [
    { runnerId: id, firstName, lastName, bibNumber, mobileNumber, birthDate: birthDate as string },
  ];
}

/** Removes the person from a stored text, in every record of that runner, at any depth. */
function forgetInText(text: string, runnerId: RunnerId): string {
  // Parsing every text would take too long.
  if (!text.includes(runnerId)) return text;
  const forget = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(forget);
    if (!isPlainObject(value)) return value;
    if (value['runnerId'] === runnerId && 'firstName' in value) {
      return withoutPerson(value as unknown as Runner);
    }
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, forget(each)]));
  };
  return editJson(text, forget);
}
