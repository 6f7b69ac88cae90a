import { setImmediate as yieldOnce } from 'node:timers/promises';
import { expect, test } from 'vitest';

import type { ImportOptions } from '#server/features/import/runners-reader.ts';
import { readRunners } from '#server/features/import/read-runners.ts';
import { LiveRace } from '#server/race/live-race.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { buildConfig, buildRunner } from '#tests/support/builders.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { fillForm } from '#tests/support/runner-forms.ts';

const openRace = provideOrganisersRace();

const RUNNERS = 50_000;
/** The most runners that are dealt with before others have a turn. */
const MOST_AT_ONCE = 1_000;

const DAY = '2026-06-20';
const OPTIONS: ImportOptions = {
  distances: [],
  raceDays: USUAL_COURSES.byEvent(() => DAY),
  starts: {},
  setup: '',
  timeZone: 'Europe/London',
  isRaceDayKnown: true,
};

function writeFile(): Buffer {
  const lines = Array.from({ length: RUNNERS }, (_, i) => `Siân,Rees ${i},PB`);
  return Buffer.from(`First,Last,Event\n${lines.join('\n')}\n`);
}

/** The result, and how often other work had a turn in between. */
async function countTurns<T>(work: Promise<T>): Promise<{ done: T; turns: number }> {
  const end = new AbortController();
  const ended = work.finally(() => end.abort());
  let turns = 0;
  while (!end.signal.aborted) {
    await yieldOnce();
    turns += 1;
  }
  return { done: await ended, turns };
}

test('[IM3] while a file of 50,000 runners is read others have their turns', async () => {
  const file = writeFile();
  const { done, turns } = await countTurns(readRunners(file, OPTIONS));
  expect(done).toMatchObject({ ok: true, totals: { runners: RUNNERS } });
  expect(done.ok && [done.runners.length, done.runners.at(-1)?.lastName]).toEqual([
    RUNNERS,
    `Rees ${RUNNERS - 1}`,
  ]);
  expect(turns).toBeGreaterThan(RUNNERS / MOST_AT_ONCE);
});

test('[IM3] while a race of many runners is loaded others have their turns, and see the race before', async () => {
  const race = new LiveRace();
  const config = buildConfig();
  race.load({ epoch: 'before', version: 1 }, { config, runners: [buildRunner()], scans: [] });
  const runners = Array.from({ length: 20_000 }, () => buildRunner());
  const head = { epoch: 'after', version: 2 };
  const seen = new Set<string>();
  const loading = race.loadInTurns(head, { config, runners, scans: [] });
  seen.add(`${race.head.epoch} ${race.runnerCount}`);
  const { turns } = await countTurns(loading);
  seen.add(`${race.head.epoch} ${race.runnerCount}`);
  expect([...seen]).toEqual(['before 1', 'after 20000']);
  expect(turns).toBeGreaterThanOrEqual((2 * 20_000) / MOST_AT_ONCE);
});

test('[IM3] while 50,000 runners are imported the same instance goes on answering', async () => {
  const race = await openRace();
  const { as, http } = await race.serve();
  const helper = as(race.helper);
  const end = new AbortController();
  const importing = as(race.admin)
    .post('/upload')
    .attach('file', writeFile(), 'x.csv')
    .then((answer) => {
      end.abort();
      return answer;
    });
  let answers = 0;
  while (!end.signal.aborted) {
    await http.get('/api').expect(200);
    const saved = await helper.post('/api').send({ dataBlob: fillForm() }).expect(200);
    expect(saved.body).toMatchObject({ result: 'Success' });
    answers += 1;
  }
  expect(await importing).toMatchObject({
    status: 200,
    text: expect.stringMatching(`^Imported ${RUNNERS} runners\\.`) as string,
  });
  expect(answers).toBeGreaterThan(10);
});
