import { expect, test } from 'vitest';

import { PresenceNote, type PresenceNoteOptions } from '#server/scanner/sending/presence-note.ts';
import type { ScanRecord } from '#server/scanner/sending/scan-record.ts';
import { MOST_SOURCES } from '#server/store/notes.ts';
import { HOUR_MS } from '#shared/model/time.ts';
import type { Notice } from '#shared/wire/missing-api.ts';
import { buildScan } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { openScanRecord } from '#tests/support/scan-record.ts';
import { startScanner } from '#tests/support/scanner-process.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';
import { watchAdmin } from '#tests/support/watch-admin.ts';

const openRace = provideOrganisersRace();
type Race = Awaited<ReturnType<typeof openRace>>;

const READ_MS = Date.UTC(2026, 5, 20, 11, 41);
/** A silent source is reported at once. */
const healthTimes = { checkEveryMs: 100, freshMs: 0, behindMs: HOUR_MS, sourceSilentMs: 0 };

const openRecord = (race: Race): Promise<ScanRecord> => openScanRecord(race.url, race.raceKey);

async function ingest(record: ScanRecord, raceKey: string, source: string): Promise<void> {
  const read = { ...buildScan({ timeMs: READ_MS }), seq: 1, receivedMs: READ_MS };
  await record.ingest({ raceKey, source, session: 's' }, [read], read.seq);
}

function noteOf(record: ScanRecord, given: Partial<PresenceNoteOptions>): PresenceNote {
  const rest = { readerState: () => ({}), unsent: () => 0, say: () => undefined };
  return new PresenceNote({ record, source: 'hill', ...rest, ...given });
}

function note(race: Race, source: string, value: object): Promise<unknown> {
  return race.redis.hSet(race.keys.scanners, source, JSON.stringify(value));
}

test('[CF28] organisers see which scanner fell silent, until one of its source starts or ends', async () => {
  const race = await openRace();
  const record = await openRecord(race);
  await ingest(record, race.raceKey, 'hill');
  await record.notePresence('hill', 'here');
  const web = await race.serve({ healthTimes });
  const admin = await watchAdmin(web.connectAdmin(race.helper));
  await eventually(async () => {
    const notices: readonly Notice[] = admin.missing.at(-1)?.notices ?? [];
    expect(notices).toEqual([
      { kind: 'silent-source', source: 'hill', heardMs: expect.any(Number), lastReadMs: READ_MS },
    ]);
  });
  await eventually(async () => {
    const { text } = await web.http.get('/metrics');
    expect(text).toMatch(/^splitcast_source_heard_seconds\{source="[\da-f]{8}"\} [\d.]+$/m);
    expect(text).not.toContain('hill');
    expect(text).not.toContain('splitcast_source_unsent{');
  });

  const said: string[] = [];
  const presence = noteOf(record, { say: (line) => said.push(line) });
  await presence.end(true);
  await eventually(() => expect(admin.missing.at(-1)?.notices).toBeUndefined());
  expect(said).toEqual([]);
});

test('[CF28] only the notes of the latest sources are kept', async () => {
  const race = await openRace();
  const record = await openRecord(race);
  const nowMs = Date.now();
  for (let at = 0; at < MOST_SOURCES + 20; at += 1)
    await note(race, `mat ${at}`, { atMs: nowMs - HOUR_MS - at });
  await record.notePresence('hill', 'here');
  await race.store.upkeep.readScannerNotes(nowMs);
  const kept = await race.redis.hKeys(race.keys.scanners);
  expect(kept.toSorted()).toEqual(
    ['hill', ...Array.from({ length: MOST_SOURCES - 1 }, (_, at) => `mat ${at}`)].toSorted(),
  );
});

test('[CF28] notes older than twelve hours, or written by a clock that far ahead, are removed', async () => {
  const race = await openRace();
  const nowMs = Date.now();
  await note(race, 'now', { atMs: nowMs });
  await note(race, 'old', { atMs: nowMs - 12 * HOUR_MS - 1 });
  await note(race, 'ahead', { atMs: nowMs + 12 * HOUR_MS + 1 });
  const notes = await race.store.upkeep.readScannerNotes(nowMs);
  expect(notes.map(({ source }) => source)).toEqual(['now']);
  expect(await race.redis.hKeys(race.keys.scanners)).toEqual(['now']);
});

test('[CF28 SN39] organisers see battery and clock of a reader while its scanner runs', async () => {
  const race = await openRace();
  const record = await openRecord(race);
  const state = { battery: '14 %', isBatteryLow: true, aheadMs: 3_600_000, awaySinceMs: READ_MS };
  const times = { ...healthTimes, sourceSilentMs: HOUR_MS };
  const web = await race.serve({ healthTimes: times });
  const admin = await watchAdmin(web.connectAdmin(race.helper));
  const presence = noteOf(record, { readerState: () => state });
  await eventually(() =>
    expect(admin.missing.at(-1)?.notices).toEqual([{ kind: 'reader', source: 'hill', ...state }]),
  );
  await presence.end(true);
  await eventually(() => expect(admin.missing.at(-1)?.notices).toBeUndefined());
  // An invalid note hides no other.
  await note(race, 'odd', { atMs: Date.now(), reader: { battery: 7, aheadMs: 'x' } });
  await note(race, 'mat', { atMs: Date.now(), reader: { battery: '20 %' } });
  await eventually(() =>
    expect(admin.missing.at(-1)?.notices).toEqual([
      { kind: 'reader', source: 'mat', battery: '20 %' },
    ]),
  );
});

test('[CF28] a scanner that reads a file is never reported as silent, and removes the note of an earlier one', async () => {
  const race = await openRace();
  const record = await openRecord(race);
  await record.notePresence('hill', 'here');
  const presence = noteOf(record, { isReplay: true });
  await eventually(async () =>
    expect(await race.redis.hExists(race.keys.scanners, 'hill')).toBe(0),
  );
  await presence.end(false);
  expect(await race.redis.hExists(race.keys.scanners, 'hill')).toBe(0);
});

test('[CF28] a killed scanner leaves its note, one that finishes removes it', async () => {
  const race = await openRace();
  const place = { redisUrl: race.url, raceKey: race.raceKey, dataDir: createTempFolder() };
  const args = ['--source', 'hill', '--point', 'finish'];
  const readNote = async (): Promise<{ atMs?: number; lastReadMs?: number }> =>
    JSON.parse((await race.redis.hGet(race.keys.scanners, 'hill')) ?? '{}');
  const start = async () => {
    const before = (await readNote()).atMs ?? 0;
    const scanner = startScanner(place, args);
    scanner.write('104,2026-06-20T10:00:00Z\n');
    await eventually(async () => {
      const note = await readNote();
      expect(note.lastReadMs).toBe(Date.UTC(2026, 5, 20, 10));
      // The note of this scanner, and not of the one before.
      expect(note.atMs).toBeGreaterThan(before);
    });
    return scanner;
  };
  await (await start()).kill('SIGKILL');
  expect((await readNote()).atMs).toBeGreaterThan(0);
  const through = await start();
  through.endInput();
  expect(await through.exitCode).toBe(0);
  expect(await readNote()).toEqual({});
});
