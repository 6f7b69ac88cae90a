import { once } from 'node:events';
import { connect } from 'node:net';

import { expect, test } from 'vitest';

import { AUTH_HEADER } from '#shared/wire/auth-api.ts';
import type { ReadersBody } from '#shared/wire/readers-api.ts';
import { buildReader } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { reservePort } from '#tests/support/free-port.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { listChildren, listSurvivors } from '#tests/support/running-processes.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';
import { startWebProcess } from '#tests/support/web-process.ts';

const openRace = provideOrganisersRace();

test('[SN43] a reader over TCP feeds the race, restarts after it or the service was killed, and stays stopped', async () => {
  const race = await openRace();
  const port = await reservePort();
  const reader = buildReader({ port });
  const settings = { DATA_DIR: createTempFolder(), READERS: 'on' };
  const serve = () => startWebProcess({ url: race.url, raceKey: race.raceKey, settings });
  let web = await serve();

  const call = async (init: RequestInit = {}): Promise<ReadersBody> => {
    const headers = { [AUTH_HEADER]: race.admin, 'Content-Type': 'application/json' };
    const answer = await fetch(`${web.url}/scanners`, { ...init, headers });
    const body: unknown = await answer.json();
    expect(answer.ok ? undefined : body).toBeUndefined();
    return body as ReadersBody;
  };
  // Until the race is loaded, nothing is saved.
  const startOrStop = (isOn: boolean, rev: number) =>
    eventually(() => call({ method: 'PUT', body: JSON.stringify({ reader, isOn, rev }) }));
  const findScanner = () =>
    eventually(() => {
      const [pid = 0, ...others] = listChildren(web.process.pid, /scanner\.mjs/);
      expect(others).toEqual([]);
      expect(pid).toBeGreaterThan(0);
      return pid;
    });
  const read = async (band: string): Promise<void> => {
    const socket = await eventually(async () => {
      const opened = connect(port, '127.0.0.1');
      await once(opened, 'connect');
      return opened;
    });
    socket.end(`${band}\n`);
    await eventually(async () => {
      const scans = await race.redis.hVals(race.keys.scans);
      expect(scans.join()).toContain(`"bandId":"${band}"`);
    });
  };

  await startOrStop(true, 0);
  const first = await findScanner();
  await read('101');

  process.kill(first, 'SIGKILL');
  await eventually(() => expect(listSurvivors([first])).toEqual([]));
  const second = await findScanner();
  await read('102');
  const [again] = (await call()).readers;
  expect(again).toMatchObject({ state: 'running', isHere: true });
  expect(again?.lines.map(({ text }) => text)).toContain(
    'The scanner was ended by SIGKILL; starting it again in 0.25 s',
  );

  await web.process.kill('SIGKILL');
  await eventually(() => expect(listSurvivors([second])).toEqual([]));
  web = await serve();
  const third = await findScanner();
  await read('103');

  await startOrStop(false, 1);
  await eventually(async () => expect((await call()).readers[0]?.state).toBe('off'));
  expect(listSurvivors([third])).toEqual([]);

  await startOrStop(true, 2);
  const last = await findScanner();
  await read('104');
  expect(await web.process.kill('SIGINT')).toBe(0);
  expect(listSurvivors([last])).toEqual([]);
});
