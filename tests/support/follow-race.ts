import { expect, onTestFinished } from 'vitest';

import { RaceFollower } from '#server/race/follower.ts';
import { LiveRace } from '#server/race/live-race.ts';
import type { RaceRecord } from '#server/store/race-record.ts';
import { RaceStore } from '#server/store/race-store.ts';
import { presentAll } from '#shared/scoring/present-result.ts';
import { scoreRace } from '#tests/support/score-race.ts';

import { eventually } from './eventually.ts';
import { createRecordingLogger, type LogLine } from './recording-logger.ts';
import { redisAt } from './redis-at.ts';

/** An instance's view of the race without the web around it. */
export interface FollowedRace {
  readonly store: RaceStore;
  readonly race: LiveRace;
  readonly follower: RaceFollower;
  readonly log: readonly LogLine[];
  /** The messages published on the scans channel. */
  readonly publishedReads: readonly string[];
}

export interface FollowOptions {
  readonly url: string;
  readonly raceKey: string;
  /** Other settings of Redis. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The interval of checks of the record's head, by default a second. */
  readonly headCheckMs?: number;
}

export async function openStore({ url, raceKey, settings }: FollowOptions): Promise<RaceStore> {
  const store = new RaceStore(redisAt(url, settings), raceKey, createRecordingLogger().logger);
  onTestFinished(() => store.close());
  await store.connect();
  return store;
}

/** Starts to follow a race, even if Redis is away; ended with the test. */
export function followRace({ url, raceKey, settings, headCheckMs }: FollowOptions): FollowedRace {
  const { logger, lines } = createRecordingLogger();
  const store = new RaceStore(redisAt(url, settings), raceKey, logger);
  const race = new LiveRace();
  const publishedReads: string[] = [];
  const follower = new RaceFollower(
    store,
    race,
    logger,
    (text) => publishedReads.push(text),
    headCheckMs,
  );
  onTestFinished(() => {
    follower.close();
    store.close();
  });
  // Both retry until the store is closed, which rejects them.
  store.connect().catch(() => undefined);
  follower.start().catch(() => undefined);
  return { store, race, follower, log: lines, publishedReads };
}

/** Polls until the instance is at the head of the record, with the results of scoring it from scratch. */
export async function eventuallyEqualsRecord(
  { race }: Pick<FollowedRace, 'race'>,
  store: RaceStore,
): Promise<RaceRecord> {
  return eventually(async () => {
    const record = await store.readRecord();
    expect(race.head).toEqual(record.head);
    const { runners, scans, config } = record;
    expect(presentAll(race.standings)).toEqual(scoreRace(runners, scans, config));
    expect(race.config).toEqual(config);
    expect(race.scanCount).toBe(scans.length);
    return record;
  });
}
