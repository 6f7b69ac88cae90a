import { expect, test } from 'vitest';

import { eventually } from '#tests/support/eventually.ts';
import { provideOrganisersRace, reach } from '#tests/support/organisers-race.ts';
import { startReplyCuttingProxy } from '#tests/support/reply-cutting-proxy.ts';
import { fillForm } from '#tests/support/runner-forms.ts';
import { startWeb } from '#tests/support/start-web.ts';

const openRace = provideOrganisersRace();

const SENTENCE = expect.stringContaining('Try again') as string;

test('[CL17] a save whose reply from Redis is lost is 503, and sent again makes no second runner', async () => {
  const race = await openRace();
  const proxy = await startReplyCuttingProxy({
    port: Number(new URL(race.url).port),
    request: /put-runner/,
    every: 1,
    most: 1,
  });
  const { as } = reach(await startWeb({ url: proxy.url, raceKey: race.raceKey }));
  const form = { dataBlob: fillForm({ raceNumber: 501 }), requestId: crypto.randomUUID() };
  const answer = await as(race.helper).post('/api').send(form);
  expect({ status: answer.status, body: answer.body as unknown }).toEqual({
    status: 503,
    body: { error: SENTENCE },
  });
  expect(proxy.cuts).toBe(1);
  const { runners } = await race.store.readRecord();
  expect(runners).toMatchObject([{ bandId: '501', rev: 1 }]);
  await eventually(async () => {
    const again = await as(race.helper).post('/api').send(form);
    expect(again.body).toEqual({ result: 'Success', runnerId: runners[0]?.runnerId });
  });
  expect((await race.store.readRecord()).runners).toEqual(runners);
});
