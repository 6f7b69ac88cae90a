import { expect, test } from 'vitest';

import { PresenceNote } from '#server/scanner/sending/presence-note.ts';
import { describeClockError, findClockError } from '#shared/model/clock-error.ts';
import type { DurationMs } from '#shared/model/time.ts';
import type { MissingMessage, Notice } from '#shared/wire/missing-api.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { openScanRecord } from '#tests/support/scan-record.ts';
import { watchAdmin } from '#tests/support/watch-admin.ts';

const openRace = provideOrganisersRace();
const NOTHING_REPORTED = {};

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
  const presence = new PresenceNote({
    record: {
      isConnected: true,
      lastReadMs: undefined,
      notePresence: (source, state, given) => {
        const otherMs = Date.now();
        const ownMs = otherMs + aheadMs;
        const clock = { beforeMs: ownMs, otherMs, afterMs: ownMs };
        return record.notePresence(source, state, { ...given, clock });
      },
    },
    source: 'hill',
    say: (text) => said.push(text),
    readerState: () => NOTHING_REPORTED,
    unsent: () => 0,
  });
  // One that was killed takes nothing back: only that it is silent is still known.
  const dead = { atMs: Date.now() - 600_000, clockAheadMs: 9_000 };
  await race.redis.hSet(race.keys.scanners, 'dead', JSON.stringify(dead));
  const expectClocks = async (clocks: readonly Notice[]): Promise<void> => {
    await eventually(async () => {
      await web.http.get('/readyz');
      const { body } = await web.as(race.helper).get('/mia');
      for (const list of [body as MissingMessage, admin.missing.at(-1)]) {
        const notices: readonly Notice[] = list?.notices ?? [];
        expect(notices.filter(({ kind }) => kind === 'clock')).toEqual(clocks);
      }
    });
  };
  const wrong = [{ kind: 'clock', source: 'hill', aheadMs: 300_000 }] as const;

  await expectClocks(wrong);
  await presence.write();
  expect(said).toEqual([expect.stringContaining('is 5 min ahead of that of Redis')]);
  aheadMs = 0;
  // A report under way has the clock of before.
  await eventually(async () => {
    await presence.write();
    expect(said).toHaveLength(2);
  });
  await expectClocks([]);
  aheadMs = 300_000;
  await eventually(async () => {
    await presence.write();
    expect(said).toHaveLength(3);
  });
  await expectClocks(wrong);
  await presence.end(true);
  await expectClocks([]);
});
