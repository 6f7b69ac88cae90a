import { byEvent } from '#shared/model/event.ts';
import { describe, expect, test } from 'vitest';

import type { AdminBody } from '#shared/wire/runners-api.ts';
import type { ImportPreview } from '#shared/wire/import-api.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { digestRecord } from '#tests/support/record-digest.ts';

const openRace = provideOrganisersRace();

const TABLE = 'First,Last,Event\nSiân,O’Brien,PB\nÉtienne,Žižek,UB\n';
/** Its letters beyond Latin-1, by their bytes in Windows-1252. */
const windows1252 = TABLE.replaceAll('’', '\u0092')
  .replaceAll('Ž', '\u008e')
  .replaceAll('ž', '\u009e');

describe('[IM13] a file says the same in every encoding and with every line end', () => {
  test.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(TABLE)],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${TABLE}`)],
    ['Windows-1252', Buffer.from(windows1252, 'latin1')],
    ['UTF-16, little end first', Buffer.from(`\uFEFF${TABLE}`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\uFEFF${TABLE}`, 'utf16le').swap16()],
    ['CR alone', Buffer.from(TABLE.replaceAll('\n', '\r'))],
    ['CR and LF', Buffer.from(TABLE.replaceAll('\n', '\r\n'))],
    ['UTF-16 with CR alone', Buffer.from(`\uFEFF${TABLE.replaceAll('\n', '\r')}`, 'utf16le')],
  ])('%s', async (_name, bytes) => {
    const race = await openRace();
    const { as } = await race.serve();
    const admin = as(race.admin);
    const preview = await admin.post('/upload/preview').attach('file', bytes, 'x.csv').expect(200);
    expect(preview.body).toMatchObject({
      runners: 2,
      events: { ...byEvent(() => 0), PB: 1, UB: 1 },
      faults: [],
    });
    const { text } = await admin.post('/upload').attach('file', bytes, 'x.csv').expect(200);
    expect(text).toMatch(/^Imported 2 runners\./);
    const { body } = await admin.get('/apiadmin').expect(200);
    const names = (body as AdminBody).resultData.map((one) => [one.firstName, one.lastName]);
    expect(names).toEqual([
      ['Siân', 'O’Brien'],
      ['Étienne', 'Žižek'],
    ]);
  });
});

describe('[IM1] a file that cannot stand is told by its line, and changes nothing', () => {
  test.each<[string, string | Buffer, number, RegExp]>([
    [
      'a column twice',
      'First,Last,Event,First\nA,B,PB,C\n',
      1,
      /^The column "First" is there twice/,
    ],
    [
      'a comma in a value without quotes',
      'First,Last,Event\nSiân,Rees,PB\nHans,Muster, Hans,PB\n',
      3,
      /^There are 4 columns here, but 3 in the header\. .* put it in quotes: "Muster, Hans"\.$/,
    ],
    ['a value too few', 'First,Last,Event\rSiân,PB\r', 2, /^There are 2 columns here, but 3/],
    [
      'UTF-16 that is cut off',
      Buffer.from(`\uFEFF${TABLE}`, 'utf16le').subarray(0, -1),
      1,
      /^The file says it is UTF-16 but is not, perhaps cut off\./,
    ],
    ['UTF-16 without its mark', Buffer.from(TABLE, 'utf16le'), 1, /^This file is not text\./],
  ])('%s', async (_name, content, line, words) => {
    const race = await openRace();
    await race.store.replaceRunners([buildRunner({ bandId: '101' })], { by: 'test' });
    const { as } = await race.serve();
    const admin = as(race.admin);
    const before = await digestRecord(race.url, race.store);
    const head = await race.store.readHead();
    const bytes = Buffer.from(content);
    const answer = await admin.post('/upload').attach('file', bytes, 'x.csv').expect(400);
    const [count, fault = '', ...more] = answer.text.split('\n');
    expect([count, more]).toEqual(['1 fault. Nothing was changed.', []]);
    expect(fault.startsWith(`Line ${line}: `)).toBe(true);
    expect(fault.slice(`Line ${line}: `.length)).toMatch(words);
    const preview = await admin.post('/upload/preview').attach('file', bytes, 'x.csv').expect(200);
    const { runners, faults } = preview.body as ImportPreview;
    expect({ runners, faults }).toEqual({
      runners: 0,
      faults: [{ line, message: expect.stringMatching(words) as string }],
    });
    expect(await digestRecord(race.url, race.store)).toBe(before);
    expect(await race.store.readHead()).toEqual(head);
  });
});
