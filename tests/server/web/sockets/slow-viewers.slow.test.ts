import type { Socket } from 'node:net';

import { expect, test } from 'vitest';

import { countWaitingBytes, MAX_WAITING_BYTES } from '#server/web/sockets/connection.ts';
import { connectDeafViewer, joinByHand } from '#tests/support/deaf-viewer.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { buildField, buildReads } from '#tests/support/live-field.ts';
import { startWeb } from '#tests/support/start-web.ts';
import { stageRace } from '#tests/support/staged-race.ts';

const { openRace } = provideFileRedis();

const CROWD = 1_000;
const SCANS = 5;

/** Opens viewers in groups of a hundred, and collects their input. */
async function joinCrowd(port: number, count: number): Promise<string[]> {
  const texts: string[] = Array.from({ length: count }, () => '');
  const keep = (socket: Socket, i: number): void => {
    socket.on('data', (piece: Buffer) => {
      texts[i] += piece.toString('latin1');
    });
  };
  for (let first = 0; first < count; first += 100) {
    const group = Array.from({ length: 100 }, () => joinByHand(port));
    (await Promise.all(group)).forEach((socket, i) => keep(socket, first + i));
  }
  return texts;
}

test('[PR19 PR12] one of a thousand that reads nothing is cut alone, and the others get every message', async () => {
  const race = await openRace();
  await stageRace(race, { runners: buildField(SCANS) });
  const web = await startWeb(race);
  web.context.sockets.engine.opts.pingInterval = 120_000;
  const { sockets } = web.context.sockets.of('/');
  await connectDeafViewer(web.port);
  const [{ conn: deaf } = expect.fail()] = [...sockets.values()];
  const texts = await joinCrowd(web.port, CROWD);
  // Until the system takes nothing more for the one that does not read.
  while (countWaitingBytes(deaf) < 200_000) {
    deaf.write('x'.repeat(64_000));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(sockets.size).toBe(CROWD + 1);

  const versions: number[] = [];
  for (const scan of buildReads(SCANS).slice(0, SCANS)) {
    const waited = countWaitingBytes(deaf);
    versions.push((await ingestScans(race.redis, race.keys, [scan])).version);
    await eventually(() => {
      for (const text of texts) expect(text).toContain(`"version":${versions.at(-1)},`);
    });
    // Messages sent to the others directly wait for this one, and count.
    expect(countWaitingBytes(deaf)).toBeGreaterThan(waited);
  }
  deaf.write('x'.repeat(MAX_WAITING_BYTES));
  await eventually(() => expect(sockets.size).toBe(CROWD));
  expect(await web.readMetric('splitcast_slow_viewers_total')).toBe(1);
  expect(await web.readMetric('splitcast_viewers')).toBe(CROWD);
  for (const text of texts) {
    const sent = text.match(/"results",\{[^}]*?"version":\d+/g) ?? [];
    expect(sent.map((one) => Number(one.split(':').at(-1)))).toEqual(versions);
  }
});
