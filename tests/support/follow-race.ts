import { onTestFinished } from 'vitest';

import { RaceFollower } from '#server/race/follower.ts';
import { LiveRace } from '#server/race/live-race.ts';
import { RaceStore } from '#server/store/race-store.ts';
import { scoreRace } from '#shared/scoring/score-race.ts';
import type { Result } from '#shared/model/result.ts';

import { createRecordingLogger } from './recording-logger.ts';
import type { LogLine } from './recording-logger.ts';

/** An instance's view of the race without the web around it. */
export interface FollowedRace {
  readonly store: RaceStore;
  readonly race: LiveRace;
  readonly follower: RaceFollower;
  readonly log: readonly LogLine[];
  /** What was published on the scans channel. */
  readonly foreignScans: readonly string[];
}

export interface FollowOptions {
  readonly url: string;
  readonly raceKey: string;
}

/** Connects a store, ended with the test. */
export async function openStore({ url, raceKey }: FollowOptions): Promise<RaceStore> {
  const store = new RaceStore(url, raceKey, createRecordingLogger().logger);
  onTestFinished(() => store.close());
  await store.connect();
  return store;
}

/** Starts to follow a race; Redis need not be there yet. Ended with the test. */
export function followRace({ url, raceKey }: FollowOptions): FollowedRace {
  const { logger, lines } = createRecordingLogger();
  const store = new RaceStore(url, raceKey, logger);
  const race = new LiveRace();
  const foreignScans: string[] = [];
  const follower = new RaceFollower(store, race, logger, (text) => foreignScans.push(text));
  onTestFinished(() => {
    follower.close();
    store.close();
  });
  // Both go on trying until the store is closed, which then rejects them.
  store.connect().catch(() => undefined);
  follower.start().catch(() => undefined);
  return { store, race, follower, log: lines, foreignScans };
}

/** Scores the record anew from what Redis holds, by the same rules. */
export async function scoreRecord(store: RaceStore): Promise<Result[]> {
  const { runners, scans, config } = await store.readRecord();
  return scoreRace(runners, scans, config);
}
