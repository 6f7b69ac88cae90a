import { expect, test } from 'vitest';

import { isPlainObject } from '#shared/model/json-object.ts';
import { buildRunner, buildScan } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { ask } from '#tests/support/raw-http.ts';
import { startWeb } from '#tests/support/start-web.ts';

const { openRace } = provideFileRedis();

const PUBLIC = [
  '/api',
  '/api/compact',
  '/starters',
  '/results.csv',
  '/plain?race=PB',
  '/plain?race=PB&view=starters',
  '/plain?race=PB&view=sheet',
  '/runner/380',
];

test('[SC5 MS3] an override without a wristband is in every public list', async () => {
  const race = await openRace();
  const bare = { bandId: undefined, bibNumber: '380', firstName: 'Non', lastName: 'Heb' };
  await race.store.replaceRunners(
    [buildRunner({ runnerId: 'bare', ...bare, overrideTime: '2:22:22' })],
    { by: 'x' },
  );
  const web = await startWeb(race);
  for (const path of PUBLIC) {
    const answer = await ask(web.port, path, { headers: { accept: 'text/html' } });
    expect({ path, status: answer.status }).toEqual({ path, status: 200 });
    expect({ path, isNamed: answer.text.includes('Heb') }).toEqual({ path, isNamed: true });
  }
  const { runners, totals } = JSON.parse((await ask(web.port, '/api')).text);
  expect(totals).toMatchObject({ PB: 1 });
  expect(runners.data).toMatchObject([{ totalTime: '02:22:22', totalRunners: 1 }]);
});

test('[OV7] a DNS is on no public list, before a scan and after it', async () => {
  const race = await openRace();
  await race.store.replaceRunners(
    [
      buildRunner({
        runnerId: 'dns',
        bandId: '380',
        bibNumber: '380',
        firstName: 'Non',
        lastName: 'Absennol',
        overrideTime: 'DNS',
      }),
    ],
    { by: 'x' },
  );
  const web = await startWeb(race);
  const look = async (): Promise<void> => {
    for (const path of PUBLIC) {
      const { text } = await ask(web.port, path, { headers: { accept: 'text/html' } });
      expect({ path, isNamed: text.includes('Absennol') }).toEqual({ path, isNamed: false });
    }
    const body: unknown = JSON.parse((await ask(web.port, '/api')).text);
    expect(isPlainObject(body) && body['totals']).toMatchObject({ PB: 0 });
    expect([...web.context.race.missing.runnerIds]).toEqual([]);
  };
  await look();
  await ingestScans(race.redis, race.keys, [buildScan({ bandId: '380', points: ['cp1'] })]);
  await eventually(() => expect(web.context.race.scanCount).toBe(1));
  await look();
});
