import { randomUUID } from 'node:crypto';

import type { Head } from '#shared/wire/http-api.ts';

import { commit, TooManyFieldsError } from './commit.ts';
import { readSteps } from './hash-steps.ts';
import { type RaceKeys, WHOLE_PARTS, type WholePart } from './keys.ts';
import { readHead } from './race-record.ts';
import { requireSchema } from './record-schema.ts';
import type { RedisClient } from './redis-connection.ts';
import { stage, STAGING_LIFE_S, StaleStagingError } from './swap-record.ts';

/** The fields of each hash of a race in Redis, at one moment. */
export type WholeRace = Readonly<Record<WholePart, ReadonlyMap<string, string>>> & {
  /** The keys that push services know the race by. */
  readonly vapid: string | undefined;
};

/** The target is not empty: it has runners or scans. */
export class RaceInTheWayError extends Error {
  override readonly name = 'RaceInTheWayError';
}

/** The head of a race that was read whole. @throws {OtherSchemaError} */
export function headOf({ meta }: Pick<WholeRace, 'meta'>): Head {
  requireSchema(meta.get('schema'));
  return { epoch: meta.get('epoch') ?? '', version: Number(meta.get('version') ?? 0) };
}

/**
 * Reads a race at one moment, while others go on writing: Redis copies it in one step, and the copy is read in many.
 */
export async function readWholeRace(client: RedisClient, keys: RaceKeys): Promise<WholeRace> {
  const copyId = randomUUID();
  const copies = WHOLE_PARTS.map((part) => keys.stagingOf(copyId, part));
  const copying = client.multi();
  for (const [index, part] of WHOLE_PARTS.entries()) {
    const copy = copies[index] ?? '';
    copying.copy(keys[part], copy).expire(copy, STAGING_LIFE_S).hLen(copy);
  }
  copying.hGet(keys.push, 'vapid');
  try {
    const replies = await copying.exec();
    const parts = await Promise.all(
      WHOLE_PARTS.map(async (part, index) => {
        const fields = await readFields(client, copies[index] ?? '');
        // A server that takes over without the copy loses it.
        if (fields.size !== Number(replies[3 * index + 2])) throw new StaleStagingError();
        return [part, fields] as const;
      }),
    );
    const vapid = replies.at(-1);
    return {
      ...(Object.fromEntries(parts) as Record<WholePart, Map<string, string>>),
      vapid: typeof vapid === 'string' ? vapid : undefined,
    };
  } finally {
    await client.unlink(copies);
  }
}

async function readFields(client: RedisClient, hash: string): Promise<Map<string, string>> {
  const fields = new Map<string, string>();
  for await (const step of readSteps(client, hash)) {
    for (const { field, value } of step) fields.set(field, value);
  }
  return fields;
}

export interface WholeRaceOrder {
  readonly by: string;
  /** The details in the log. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The head of the race to replace, accounts included; without it there must be none. */
  readonly inPlaceOf?: Head;
}

/**
 * Writes a race to an empty place, or in place of the one with the head `inPlaceOf`: all of it, or nothing when it
 * throws. Everybody has to sign in again. Returns its new head.
 * @throws {RaceInTheWayError} @throws {StaleStagingError} @throws {OtherSchemaError}
 */
export async function putWholeRace(
  client: RedisClient,
  keys: RaceKeys,
  race: WholeRace,
  { by, details, inPlaceOf }: WholeRaceOrder,
): Promise<Head> {
  const stagingId = randomUUID();
  const present = await readHead(client, keys);
  const given = headOf(race).version;
  // The script would fail half-way.
  if (!Number.isSafeInteger(given)) throw new Error('The version of this race is no number.');
  const [epoch, version] = [randomUUID(), Math.max(given, present.version)];
  // Nobody compares versions of two histories.
  const meta = new Map([...race.meta, ['epoch', epoch], ['version', String(version)]]);
  for (const part of WHOLE_PARTS) {
    const fields = part === 'meta' ? meta : race[part];
    await stage(client, keys.stagingOf(stagingId, part), [...fields]);
  }
  const outcome = await commit(client, keys, {
    on: inPlaceOf ?? present,
    atMost: inPlaceOf ? [] : [keys.runners, keys.scans].map((key) => ({ key, fields: 0 })),
    epoch,
    swap: {
      parts: WHOLE_PARTS.map((part) => ({
        key: keys[part],
        staged: keys.stagingOf(stagingId, part),
        fields: (part === 'meta' ? meta : race[part]).size,
      })),
      // Nobody is signed in to accounts that were replaced.
      drop: [keys.changes, keys.sessions],
    },
    set: race.vapid === undefined ? [] : [{ key: keys.push, field: 'vapid', value: race.vapid }],
    ops: [{ op: 'reload' }],
    audit: { by, action: 'restore', after: details },
  }).catch((error: unknown) => {
    throw error instanceof TooManyFieldsError ? new RaceInTheWayError() : error;
  });
  if (!outcome.ok) throw new StaleStagingError();
  return { epoch, version: outcome.value.version };
}
