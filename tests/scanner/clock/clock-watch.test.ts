import { expect, test } from 'vitest';

import { PresenceNote } from '#server/scanner/sending/presence-note.ts';
import { describeClockError, findClockError } from '#shared/model/clock-error.ts';
import type { DurationMs } from '#shared/model/time.ts';
import type { MissingMessage, Notice } from '#shared/wire/missing-api.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { watchAdmin } from '#tests/support/watch-admin.ts';

const openRace = provideOrganisersRace();

function look(beforeMs: number, otherMs: number, afterMs: number): DurationMs {
  return findClockError({ beforeMs, otherMs, afterMs });
}

test('[CF22] clocks are compared as exactly as the delay of Redis allows', () => {
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

test('[CF22] a scanner reports a wrong clock to its operator, and once it is right again', async () => {
  let aheadMs: DurationMs = 300_000;
  const said: string[] = [];
  const presence = new PresenceNote({
    record: {
      isConnected: true,
      notePresence: () => Promise.resolve(aheadMs),
    },
    source: 'hill',
    say: (text) => said.push(text),
    readerState: () => ({}),
    unsent: () => 0,
  });
  for (const next of [300_000, 304_000, 0, 0, 300_000]) {
    await presence.write();
    aheadMs = next;
    await presence.write();
  }
  await presence.end(true);
  expect(said).toEqual([
    expect.stringContaining('is 5 min ahead of that of Redis'),
    'The clock of this computer is right again.',
    expect.stringContaining('is 5 min ahead of that of Redis'),
  ]);
});

test('[CF22] organisers see a scanner with a wrong clock, until it is right or the scanner has ended', async () => {
  const race = await openRace();
  const web = await race.serve();
  const admin = await watchAdmin(web.connectAdmin(race.helper));
  const write = (source: string, note: object) =>
    race.redis.hSet(race.keys.scanners, source, JSON.stringify(note));
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
  // A killed scanner leaves its note; only its silence is known.
  await write('dead', { atMs: Date.now() - 600_000, clockAheadMs: 9_000 });
  for (const ended of [{ atMs: Date.now() }, undefined]) {
    await write('hill', { atMs: Date.now(), clockAheadMs: 300_000 });
    await expectClocks([{ kind: 'clock', source: 'hill', aheadMs: 300_000 }]);
    if (ended) await write('hill', ended);
    else await race.redis.hDel(race.keys.scanners, 'hill');
    await expectClocks([]);
  }
});
