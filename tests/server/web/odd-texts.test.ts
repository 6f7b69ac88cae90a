import { expect, onTestFinished, test, vi } from 'vitest';

import { fillForm } from '#tests/support/runner-forms.ts';
import { type OrganisersWeb, provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();

type Agent = OrganisersWeb['http'];

/** The calls that take texts, with one in a field for any text. */
const save = (agent: Agent, text: string) =>
  agent.post('/api').send({ dataBlob: fillForm({ lastName: text }) });
const configure = (agent: Agent, text: string) =>
  agent.put('/webconfig').send({ pageTitle: text, distances: '', wayPoints: '', KOMs: '' });
const upload = (agent: Agent, text: string, path = '/upload') =>
  agent.post(path).attach('file', Buffer.from(text), 'x.csv');
const uploadName = (agent: Agent, name: string) =>
  upload(agent, `First,Last,Event\nSiân,${name},PB\n`);

async function readLastNames(agent: Agent): Promise<string[]> {
  const { body } = await agent.get('/apiadmin').expect(200);
  return (body as { resultData: { lastName: string }[] }).resultData.map((one) => one.lastName);
}

test.each([
  ['Persian with a non-joiner', 'می\u200cرود'],
  ['emoji of several parts', 'Nia 🏃🏽‍♀️🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
  ['a decomposed accent', 'O\u0301 Se\u0301'],
])('[CL22] a name comes back letter for letter from every call: %s', async (_name, text) => {
  const kept = text.normalize('NFC');
  const { as, http, admin } = await serve();
  expect((await save(as(admin), text)).body).toMatchObject({ result: 'Success' });
  expect(await readLastNames(as(admin))).toEqual([kept]);
  await configure(as(admin), text).expect(200);
  expect((await http.get('/config')).body).toMatchObject({ pageTitle: kept });
  await uploadName(as(admin), text).expect(200);
  expect(await readLastNames(as(admin))).toEqual([kept]);
});

async function serve() {
  const race = await openRace();
  return { ...(await race.serve()), admin: race.admin, store: race.store };
}

test.each([
  ['a control character', 'a\u0007b', /contains a character that cannot be used \(U\+0007\)\.$/],
  ['a noncharacter of two units', 'a\u{1fffe}b', /cannot be used \(U\+1FFFE\)\.$/],
  ['an override of the direction', '\u202egnp', /cannot be used \(U\+202E\)\.$/],
  ['10,000 emoji', '🏃'.repeat(10_000), /is longer than \d+ characters\.$/],
])('[CL22] %s is refused by every call with the reason', async (_name, text, reason) => {
  const { as, admin, store } = await serve();
  const before = await store.readRecord();
  const message = expect.stringMatching(reason) as string;
  const saved = await save(as(admin), text).expect(200);
  expect(saved.body).toEqual({ result: 'Invalid', errors: [{ field: 'lastName', message }] });
  const configured = await configure(as(admin), text).expect(400);
  expect(configured.body).toEqual({ error: message, errors: [{ field: 'pageTitle', message }] });
  const [count, fault] = (await uploadName(as(admin), text).expect(400)).text.split('\n');
  expect(count).toMatch(/^1 fault\./);
  expect(fault).toMatch(/^Line 2: The last name /);
  expect(fault).toEqual(message);
  expect(await store.readRecord()).toEqual(before);
});

/** The longest text has 200 characters; composed of four each they are these. */
const LONGEST_COMPOSED = 800;
const HEADER = 'First,Last,Event,Club';

/** Marks in the order that takes longest to normalise: the time grows with the square of their number. */
function heapMarks(count: number): string {
  return `x${'\u0301\u0323'.repeat(count / 2)}`;
}

test.each([
  ['a last name', 'The last name is longer than 100', (a: Agent) => save(a, heapMarks(30_000))],
  ['the title', 'This is longer than 200', (a: Agent) => configure(a, heapMarks(30_000))],
  [
    'a header',
    'Columns not used: ',
    (a: Agent) => upload(a, `${HEADER},${heapMarks(50_000)}\nA,B,PB,,\n`, '/upload/preview'),
  ],
  [
    'an event of a mapping',
    'Imported 1 runner.',
    (a: Agent) =>
      upload(a, `${HEADER}\nA,B,PB,\n`).field(
        'mapping',
        JSON.stringify({ events: { [heapMarks(20_000)]: 'PB' } }),
      ),
  ],
] as const)(
  '[CL22] a heap of marks as %s is measured before it is normalised',
  async (_name, sentence, send) => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    onTestFinished(() => normalize.mockRestore());
    const { as, admin } = await serve();
    expect((await send(as(admin))).text).toContain(sentence);
    const lengths = normalize.mock.contexts.map((text) => String(text).length);
    expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(LONGEST_COMPOSED);
  },
);
