import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

import { undoRunner } from '#server/features/registration/undo-runner.ts';
import { LiveRace } from '#server/race/live-race.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import type { BandExchange } from '#shared/wire/runners-api.ts';
import { presentAll } from '#shared/scoring/present-result.ts';
import { scoreSlowly } from '#tests/scoring/slow-scorer.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { openStore } from '#tests/support/follow-race.ts';
import { connectRedis, ingestScans, type TestRedisClient } from '#tests/support/ingest-scans.ts';
import { GUN_MS } from '#tests/support/live-field.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { provideRedis } from '#tests/support/worker-redis.ts';
import { saveForm } from '#tests/support/runner-forms.ts';

const redis = provideRedis();

const ORGANISERS = 3;
const RUNNERS = 4;
/** More than runners, so that some are unassigned. */
const BANDS = 7;

/** The action of one organiser; several act at once, each on the state seen before. */
interface BandChange {
  readonly kind: 'save' | 'keep' | 'swap' | 'take' | 'enter' | 'delete' | 'undo';
  readonly runner: number;
  readonly band: number;
}

const bandChange: fc.Arbitrary<BandChange> = fc.record({
  kind: fc.constantFrom('save', 'keep', 'keep', 'swap', 'swap', 'take', 'enter', 'delete', 'undo'),
  runner: fc.nat({ max: RUNNERS }),
  band: fc.integer({ min: 0, max: BANDS }),
});
const moments = fc.array(fc.array(bandChange, { minLength: 1, maxLength: ORGANISERS }), {
  minLength: 4,
  maxLength: 16,
});

async function act(store: RaceStore, { kind, runner, band }: BandChange): Promise<void> {
  const { runners } = await store.readRecord();
  const one = runners.toSorted((a, b) => (a.runnerId < b.runnerId ? -1 : 1))[runner];
  if (!one && kind !== 'enter') return;
  const runnerId = one?.runnerId ?? asRunnerId('New');
  if (kind === 'undo') {
    await undoRunner({ store }, runnerId, undefined, 'boss@example.org');
    return;
  }
  const raceNumber = band === 0 ? '' : String(band);
  const holder = runners.find(
    ({ bandId, earlierBandIds = [] }) =>
      bandId === raceNumber || earlierBandIds.some((earlier) => earlier === raceNumber),
  );
  const exchange: BandExchange | undefined =
    (kind === 'swap' || kind === 'take') && holder && holder !== one
      ? { kind, runnerId: holder.runnerId, rev: holder.rev }
      : undefined;
  const held = [one?.bandId, ...(one?.earlierBandIds ?? [])].filter((id) => id !== undefined);
  const form = {
    runnerId: kind === 'enter' ? 'New' : runnerId,
    raceNumber,
    runClub: kind === 'delete' ? 'DELETE' : '',
  };
  const reply = await saveForm(store, form, {
    ...(kind === 'enter' || !one ? {} : { rev: one.rev }),
    ...(kind === 'keep' ? { earlierBands: held } : {}),
    ...(exchange ? { exchange } : {}),
  });
  if (reply.result === 'Invalid' && !exchange) throw new Error(JSON.stringify(reply));
}

/** Each band has one holder, and the index agrees with the records. */
async function expectOneHolderEach(client: TestRedisClient, store: RaceStore): Promise<void> {
  const { runners } = await store.readRecord();
  const held = runners.flatMap(({ runnerId, bandId, earlierBandIds = [] }) =>
    [...(bandId === undefined ? [] : [bandId]), ...earlierBandIds].map((id) => [id, runnerId]),
  );
  expect(new Set(held.map(([id]) => id)).size).toBe(held.length);
  expect({ ...(await client.hGetAll(store.keys.bands)) }).toEqual(Object.fromEntries(held));
}

test('[SC1] after any simultaneous changes a band has one runner, and scans count as in the slow scorer', async () => {
  const client = await connectRedis(redis.url);
  onTestFinished(() => client.destroy());
  const outcomes = { swap: 0, take: 0, undo: 0 };
  await fc.assert(
    fc.asyncProperty(moments, async (script) => {
      const raceKey = uniqueRaceKey();
      const stores = await Promise.all(
        Array.from({ length: ORGANISERS }, () => openStore({ url: redis.url, raceKey })),
      );
      const [store] = stores;
      if (!store) throw new Error('no store');
      const field = Array.from({ length: RUNNERS }, (_, at) =>
        buildRunner({ runnerId: `r${at}`, bandId: String(at + 1), event: 'UB' }),
      );
      await store.replaceRunners(field, { by: 'test' });
      await changeSettings(store, () => buildConfig(), 'test');
      const reads = Array.from({ length: BANDS * 3 }, (_, at) =>
        buildScan({
          bandId: String(1 + (at % BANDS)),
          points: [USUAL_COURSES.points[(at * 5) % USUAL_COURSES.points.length] ?? 'finish'],
          timeMs: GUN_MS + (5 + at * 3) * MINUTE_MS,
        }),
      );
      await ingestScans(client, store.keys, reads);
      const race = new LiveRace();
      const loaded = await store.readRecord();
      race.load(loaded.head, loaded);
      for (const changes of script) {
        await Promise.all(changes.map((one, at) => act(stores[at] ?? store, one)));
        await expectOneHolderEach(client, store);
      }
      const { head, runners, scans, config } = await store.readRecord();
      for (const change of (await store.readChanges(race.head.version, head.version)) ?? []) {
        race.apply(change);
      }
      expect(race.head).toEqual(head);
      const slow = scoreSlowly(runners, scans, config);
      expect(presentAll(race.standings)).toEqual(slow.results);
      expect([...race.missing.runnerIds].toSorted()).toEqual(slow.missing.toSorted());
      const nobodys = scans.filter(({ scanId }) => slow.verdicts.get(scanId) === 'unassigned');
      expect(race.missing.listUnassigned().map(({ bandId }) => bandId)).toEqual(
        [...new Set(nobodys.map(({ bandId }) => bandId))].toSorted(),
      );
      for (const { action } of (await store.readLatestChanges()).changes) {
        if (action in outcomes) outcomes[action as keyof typeof outcomes] += 1;
      }
      for (const each of stores) each.close();
    }),
    { numRuns: 12, seed: 20_260_621 },
  );
  // Each kind of change must have happened.
  expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(2);
});
