import { expect, test } from 'vitest';

import { ClockWatch } from '#server/scanner/sending/presence-note.ts';
import { describeClockError, findClockError } from '#shared/model/clock-error.ts';
import type { DurationMs } from '#shared/model/time.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { openScanRecord } from '#tests/support/scan-record.ts';
import { watchAdmin } from '#tests/support/watch-admin.ts';

const openRace = provideOrganisersRace();

function look(beforeMs: number, otherMs: number, afterMs: number): DurationMs {
  return findClockError({ beforeMs, otherMs, afterMs });
}

test('[CF22] clocks are compared as far as the way to Redis lets them', () => {
  expect(look(1_000, 1_000, 1_010)).toBe(0);
  expect(look(301_000, 1_000, 301_000)).toBe(300_000);
  expect(look(1_000, 301_000, 1_000)).toBe(-300_000);
  expect(look(2_000, 1_000, 2_000)).toBe(0);
  expect(look(2_100, 1_000, 2_100)).toBe(1_100);
  // It took four seconds to answer, so it may have been right.
  expect(look(0, 4_500, 4_000)).toBe(0);
  expect(describeClockError(300_000)).toBe('5 min ahead of');
  expect(describeClockError(-1_420)).toBe('1.4 s behind');
  expect(describeClockError(59_960)).toBe('1 min ahead of');
});

test('[CF22] organisers see a scanner with a wrong clock, until it is right or the scanner has ended', async () => {
  const race = await openRace();
  const web = await race.serve();
  const admin = await watchAdmin(web.connectAdmin(race.helper));
  const record = await openScanRecord(race.url, race.raceKey);
  let aheadMs: DurationMs = 300_000;
  const said: string[] = [];
  const watch = new ClockWatch(
    {
      isConnected: true,
      sampleClock: async () => {
        const { otherMs } = await record.sampleClock();
        return { beforeMs: otherMs + aheadMs, otherMs, afterMs: otherMs + aheadMs };
      },
      reportClockError: (source, ms) => record.reportClockError(source, ms),
    },
    'hill',
    (text) => said.push(text),
  );
  const expectNotices = async (notices: unknown): Promise<void> => {
    await eventually(async () => {
      await web.http.get('/readyz');
      const { body } = await web.as(race.helper).get('/mia');
      expect((body as { notices?: unknown }).notices).toEqual(notices);
      expect(admin.missing.at(-1)?.notices).toEqual(notices);
    });
  };
  const wrong = [{ kind: 'clock', source: 'hill', aheadMs: 300_000 }];

  await watch.check();
  await watch.check();
  expect(said).toEqual([expect.stringContaining('is 5 min ahead of that of Redis')]);
  await expectNotices(wrong);
  aheadMs = 0;
  await watch.check();
  expect(said).toHaveLength(2);
  await expectNotices(undefined);
  aheadMs = 300_000;
  await watch.check();
  await expectNotices(wrong);
  await watch.end();
  await expectNotices(undefined);
  // One that was killed takes nothing back, and is forgotten.
  await race.redis.hSet(
    race.keys.clocks,
    'dead|1',
    JSON.stringify({ source: 'dead', aheadMs: 9_000, atMs: Date.now() - 600_000 }),
  );
  await race.redis.hSet(race.keys.clocks, 'rubbish', 'rubbish');
  await expectNotices(undefined);
  aheadMs = 0;
  await record.reportClockError('hill', 0);
  await eventually(async () => expect(await race.redis.hLen(race.keys.clocks)).toBe(0));
});
