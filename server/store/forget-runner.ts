import { foldText } from '#shared/format/fold-text.ts';
import { isPlainObject, parseJsonObject } from '#shared/model/json-object.ts';
import { asRunnerId, type RunnerId } from '#shared/model/ids.ts';
import { type Runner, RUNNER_DETAILS } from '#shared/model/runner.ts';

import { readSteps } from './hash-steps.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
import { runChange } from './run-script.ts';
import swapFieldLua from './scripts/swap-field.lua?raw';

/** A runner with only the data needed for results; the public sees only the bib. */
export function withoutPerson(runner: Runner): Runner {
  const { isAgeGroupDerived: _derived, ...rest } = runner;
  const empty = Object.fromEntries(
    RUNNER_DETAILS.filter((name) => name !== 'mobileNumber' && name in rest).map((name) => [name]),
  ) as Partial<Runner>;
  return { ...rest, ...empty, firstName: '', lastName: '', mobileNumber: '', isPrivate: true };
}

/**
 * Removes the personal data of a runner from the log, the latest changes and the backups in Redis. Can be repeated after
 * an interruption. Returns the number of changed texts.
 */
export async function forgetInHistory(
  client: RedisClient,
  keys: RaceKeys,
  runnerId: RunnerId,
): Promise<number> {
  return rewrite(client, await listHistory(client, keys), [runnerId], (object) =>
    object['runnerId'] === runnerId && 'firstName' in object
      ? withoutPerson(object as unknown as Runner)
      : undefined,
  );
}

/**
 * Removes codes of chips, with their wristbands, from the log, the latest changes and the backups in Redis. Returns the
 * number of changed texts.
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
  const changed = await rewrite(client, [keys.audit, keys.changes], codes, (object) => {
    const kept = Object.entries(object).filter(([key]) => !names.has(key));
    return kept.length < Object.keys(object).length ? Object.fromEntries(kept) : undefined;
  });
  return gone + changed;
}

/**
 * Replaces objects at any depth in the JSON texts of hashes that contain one of the words; undefined leaves an object as
 * it is. Returns the number of changed texts.
 */
async function rewrite(
  client: RedisClient,
  hashes: readonly string[],
  words: readonly string[],
  replace: (object: Readonly<Record<string, unknown>>) => object | undefined,
): Promise<number> {
  const edit = (_key: string, value: unknown): unknown =>
    isPlainObject(value) ? (replace(value) ?? value) : value;
  let changed = 0;
  for (const hash of hashes) {
    for await (const step of readSteps(client, hash)) {
      for (const { field, value } of step) {
        // Parsing every text would take too long.
        if (!words.some((word) => value.includes(word))) continue;
        const parsed = parseJsonObject(value);
        const edited = JSON.stringify(parsed, edit);
        if (edited === JSON.stringify(parsed)) continue;
        await runChange(client, swapFieldLua, [hash], [field, value, edited]);
        changed += 1;
      }
    }
  }
  return changed;
}

/** The hashes with former states of runners. */
async function listHistory(client: RedisClient, keys: RaceKeys): Promise<readonly string[]> {
  const backups = (await client.hKeys(keys.backups)).map((id) => keys.backupOf(id, 'runners'));
  return [keys.audit, keys.changes, ...backups];
}

type Entry = Pick<
  Runner,
  'runnerId' | 'firstName' | 'lastName' | 'bibNumber' | 'birthDate' | 'mobileNumber'
>;

/** Entries of a person under other ids, since an import gives everybody a new id. */
export interface EarlierEntries {
  /** The same person: same name, and same bib, birth date or telephone. */
  readonly same: readonly RunnerId[];
  /** Only the same bib or name: a person has to decide. */
  readonly alike: readonly Entry[];
}

/** Finds them by the runner's data in the record and its history, before {@link forgetInHistory} removes those. */
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

/** Finds every runner in parsed data, at any depth. */
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
