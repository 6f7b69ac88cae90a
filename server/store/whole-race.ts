import { randomUUID } from 'node:crypto';

import type { Head } from '#shared/wire/http-api.ts';

import { readSteps } from './hash-steps.ts';
import { type RaceKeys, WHOLE_PARTS, type WholePart } from './keys.ts';
import { requireSchema } from './record-schema.ts';
import type { RedisClient } from './redis-connection.ts';
import { STAGING_LIFE_S, StaleStagingError } from './replace-record.ts';
import { defineScript, runChange } from './run-script.ts';
import putWholeRaceLua from './scripts/put-whole-race.lua?raw';
import { withSchemaCheck } from './scripts/writing-scripts.ts';

const putWholeRaceScript = defineScript(withSchemaCheck(putWholeRaceLua));

/** Fields written in one step; other calls are served between two. */
const STEP = 2_000;

/** The fields of each hash of a race as Redis holds them, at one moment. */
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
  const { version } = headOf(race);
  const stagingId = randomUUID();
  const staged = WHOLE_PARTS.map((part) => keys.stagingOf(stagingId, part));
  for (const [index, part] of WHOLE_PARTS.entries()) {
    await stage(client, staged[index] ?? '', race[part]);
  }
  const epoch = randomUUID();
  const reply = await runChange(
    client,
    putWholeRaceScript,
    [
      keys.meta,
      keys.changes,
      keys.audit,
      keys.sessions,
      keys.push,
      keys.runners,
      keys.scans,
      ...WHOLE_PARTS.map((part) => keys[part]),
      ...staged,
    ],
    [
      keys.changesChannel,
      epoch,
      inPlaceOf?.epoch ?? '',
      String(inPlaceOf?.version ?? ''),
      JSON.stringify(WHOLE_PARTS.map((part) => race[part].size)),
      JSON.stringify({ at: new Date().toISOString(), by, action: 'restore', after: details }),
      String(version),
      race.vapid ?? '',
    ],
  );
  const [verdict, newVersion = 0] = reply as [string, number?];
  if (verdict === 'not-empty') throw new RaceInTheWayError();
  if (verdict !== 'ok') throw new StaleStagingError();
  return { epoch, version: newVersion };
}

async function stage(
  client: RedisClient,
  hash: string,
  fields: ReadonlyMap<string, string>,
): Promise<void> {
  const entries = [...fields];
  for (let from = 0; from < entries.length; from += STEP) {
    await client
      .multi()
      .hSet(hash, Object.fromEntries(entries.slice(from, from + STEP)))
      .expire(hash, STAGING_LIFE_S)
      .exec();
  }
}
