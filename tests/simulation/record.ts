import { decodeRunner, decodeScan, encodeConfig, encodeRunner } from '#server/store/codec.ts';
import { createRaceKeys } from '#server/store/keys.ts';
import { scoreRace } from '#shared/scoring/score-race.ts';
import type { Change } from '#shared/wire/change-feed.ts';
import type { Head } from '#shared/wire/http-api.ts';
import type { FinalState } from '#tests/harness/check-history.ts';
import { readChange, readStored, stateOf } from '#tests/harness/read-state.ts';
import { digestRows } from '#tests/harness/shown-race.ts';
import { buildConfig, buildRunner } from '#tests/support/builders.ts';

import { FIELD } from './course.ts';
import type { ModelRedis } from './model-redis.ts';
import { RACE_KEY } from './scanner-process.ts';

export const EPOCH = 'epoch-of-the-race';
const CONFIG = buildConfig();
/** The runners before the first step. */
export const ENTERED = Array.from({ length: FIELD }, (_, i) =>
  buildRunner({ runnerId: `runner-${i + 1}`, bandId: String(i + 1), runClub: 'Clwb' }),
);

const KEYS = createRaceKeys(RACE_KEY);

/** Enters the runners, at the first version. */
export function enterField(redis: ModelRedis): void {
  const put = (key: string, fields: Readonly<Record<string, string>>): void => {
    redis.stored.set(key, new Map(Object.entries(fields)));
  };
  put(KEYS.meta, { epoch: EPOCH, version: '1' });
  put(KEYS.config, encodeConfig(CONFIG));
  put(KEYS.runners, Object.fromEntries(ENTERED.map((one) => [one.runnerId, encodeRunner(one)])));
  put(KEYS.bands, Object.fromEntries(ENTERED.map((one) => [String(one.bandId), one.runnerId])));
}

/** Where the record stands. */
export function readHead(redis: ModelRedis): Head {
  const meta = new Map(list(redis, KEYS.meta));
  return { epoch: meta.get('epoch') ?? '', version: Number(meta.get('version')) };
}

/** Stands for the list that scoring the whole record anew gives. */
export function digestRecord(redis: ModelRedis): string {
  const { runners, scans, config } = readRecord(redis);
  return digestRows(scoreRace(runners, scans, config));
}

/** What is in the record, for the judge. */
export function readWritten(
  redis: ModelRedis,
): Pick<FinalState, 'reads' | 'announced' | 'runners' | 'holders' | 'changes'> {
  const { runners, scans } = readRecord(redis);
  const ops = list(redis, KEYS.changes).flatMap(([, text]) => (JSON.parse(text) as Change).ops);
  return {
    reads: scans.map((scan) => readStored(scan.scanId, scan)),
    announced: ops.flatMap((op) => (op.op === 'add-scan' ? [op.scan.scanId] : [])),
    runners: runners.map(stateOf),
    holders: Object.fromEntries(list(redis, KEYS.bands)),
    changes: list(redis, KEYS.audit).flatMap(([field, text]) => readChange(field, text) ?? []),
  };
}

function readRecord(redis: ModelRedis) {
  return {
    config: CONFIG,
    runners: list(redis, KEYS.runners).map(([id, text]) => getOk(decodeRunner(id, text))),
    scans: list(redis, KEYS.scans).map(([id, text]) => getOk(decodeScan(id, text))),
  };
}

function list(redis: ModelRedis, key: string): readonly (readonly [field: string, text: string])[] {
  const found = redis.stored.get(key);
  return found instanceof Map ? [...found] : [];
}

function getOk<T>(
  read: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string },
): T {
  if (read.ok) return read.value;
  throw new Error(read.error);
}
