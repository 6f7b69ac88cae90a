import { expect, test } from 'vitest';

import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { fillForm } from '#tests/support/runner-forms.ts';

const openRace = provideOrganisersRace();

const RUNNERS = 50_000;

function writeFile(): Buffer {
  const lines = Array.from({ length: RUNNERS }, (_, i) => `Siân,Rees ${i},PB`);
  return Buffer.from(`First,Last,Event\n${lines.join('\n')}\n`);
}

test('[IM3] an instance keeps answering during an import of 50,000 runners', async () => {
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
