import { randomUUID } from 'node:crypto';

import { ok } from '#shared/model/outcome.ts';
import type { Head } from '#shared/wire/http-api.ts';

import { commit } from './commit.ts';
import { readValues } from './hash-steps.ts';
import { type RaceKeys, WHOLE_PARTS, type WholePart } from './keys.ts';
import { readHead } from './race-record.ts';
import { requireSchema } from './record-schema.ts';
import { BusyRecordError } from './record-unavailable.ts';
import type { RedisClient } from './redis-connection.ts';
import { stage, STAGING_LIFE_S } from './swap-record.ts';

/** The fields of all hashes of a race, at one moment. */
export type WholeRace = Readonly<Record<WholePart, ReadonlyMap<string, string>>> & {
  /** The key pair of Web Push. */
  readonly vapid: string | undefined;
};

/** The head of a whole race. @throws {OtherSchemaError} */
export function headOf({ meta }: Pick<WholeRace, 'meta'>): Head {
  requireSchema(meta.get('schema'));
  return { epoch: meta.get('epoch') ?? '', version: Number(meta.get('version') ?? 0) };
}

/** Reads a race at one moment while others write: Redis copies it in one step, and the copy is read in many. */
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
        const fields = await readValues(client, copies[index] ?? '', (_field, text) => ok(text));
        // The copy is lost when another server takes over.
        if (fields.size !== Number(replies[3 * index + 2])) throw new BusyRecordError();
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

export interface WholeRaceOrder {
  readonly by: string;
  /** For the log. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The head of the race to replace, with its accounts; without it there must be no race. */
  readonly inPlaceOf?: Head;
}

/**
 * Writes a whole race, or nothing if it throws. Everybody has to sign in again. Returns its new head.
 * @throws {TooManyFieldsError} if there is a race @throws {BusyRecordError} @throws {OtherSchemaError}
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
  // Checked here, since the script would fail half-way.
  if (!Number.isSafeInteger(given)) throw new Error('The version of this race is no number.');
  const [epoch, version] = [randomUUID(), Math.max(given, present.version)];
  // Versions are compared only within one epoch.
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
      // Sessions of replaced accounts end.
      drop: [keys.changes, keys.sessions],
    },
    set: race.vapid === undefined ? [] : [{ key: keys.push, field: 'vapid', value: race.vapid }],
    ops: [{ op: 'reload' }],
    audit: { by, action: 'restore', after: details },
  });
  if (!outcome.ok) throw new BusyRecordError();
  return { epoch, version: outcome.value.version };
}
