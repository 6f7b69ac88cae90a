import { describe, expect, test } from 'vitest';

import { fillForm } from '#tests/support/runner-forms.ts';
import { type OrganisersWeb, provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();

type Agent = OrganisersWeb['http'];

/** The three calls that take texts, with one in a place where any text may stand. */
const save = (agent: Agent, text: string) =>
  agent.post('/api').send({ dataBlob: fillForm({ lastName: text }) });
const configure = (agent: Agent, text: string) =>
  agent.put('/webconfig').send({ pageTitle: text, distances: '', wayPoints: '', KOMs: '' });
const upload = (agent: Agent, text: string) =>
  agent.post('/upload').attach('file', Buffer.from(`First,Last,Event\nSiân,${text},PB\n`), 'x.csv');

async function readLastNames(agent: Agent): Promise<string[]> {
  const { body } = await agent.get('/apiadmin').expect(200);
  return (body as { resultData: { lastName: string }[] }).resultData.map((one) => one.lastName);
}

describe('[CL22] what people are called comes back letter for letter from every call', () => {
  test.each([
    ['Arabic', 'حسن'],
    ['Persian with a non-joiner', 'می\u200cرود'],
    ['emoji of several parts', 'Nia 🏃🏽‍♀️🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
    ['a decomposed accent', 'O\u0301 Se\u0301'],
    ['what a spreadsheet would take for a formula', '=SUM(A1:A9)'],
  ])('%s', async (_name, text) => {
    const kept = text.normalize('NFC');
    const race = await openRace();
    const { as, http } = await race.serve();
    const admin = as(race.admin);
    expect((await save(admin, text)).body).toMatchObject({ result: 'Success' });
    expect(await readLastNames(admin)).toEqual([kept]);
    await configure(admin, text).expect(200);
    expect((await http.get('/config')).body).toMatchObject({ pageTitle: kept });
    await upload(admin, text).expect(200);
    expect(await readLastNames(admin)).toEqual([kept]);
  });
});

describe('[CL22] what no name holds is refused by every call with its reason, and changes nothing', () => {
  test.each([
    ['a control character', 'a\u0007b', /contains a character that cannot be shown \(U\+0007\)\.$/],
    ['a code that is no character', 'a\uffffb', /cannot be shown \(U\+FFFF\)\.$/],
    ['such a code of two units', 'a\u{1fffe}b', /cannot be shown \(U\+1FFFE\)\.$/],
    ['an override that turns the rest around', '\u202egnp', /turns the text .*\(U\+202E\)\.$/],
    ['10,000 emoji', '🏃'.repeat(10_000), /is longer than \d+ characters\.$/],
  ])('%s', async (_name, text, reason) => {
    const race = await openRace();
    const { as } = await race.serve();
    const admin = as(race.admin);
    const before = await race.store.readRecord();
    const message = expect.stringMatching(reason) as string;
    const saved = await save(admin, text).expect(200);
    expect(saved.body).toEqual({ result: 'Invalid', errors: [{ field: 'lastName', message }] });
    const configured = await configure(admin, text).expect(400);
    expect(configured.body).toEqual({ error: message, errors: [{ field: 'pageTitle', message }] });
    const imported = await upload(admin, text).expect(400);
    const [count, ...faults] = imported.text.split('\n');
    expect(count).toMatch(/^1 fault\./);
    expect(faults).toEqual([message]);
    expect(faults[0]).toMatch(/^Line 2: The last name /);
    expect(await race.store.readRecord()).toEqual(before);
  });
});
