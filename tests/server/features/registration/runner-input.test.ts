import { describe, expect, test } from 'vitest';

import { parseSaveInput } from '#server/features/registration/runner-input.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { DataBlobField } from '#shared/wire/runners-api.ts';
import { fillForm } from '#tests/support/runner-forms.ts';

type Values = Partial<Record<DataBlobField, unknown>>;

function read(values: Values) {
  return parseSaveInput({ dataBlob: fillForm(values) }, DEFAULT_CONFIG);
}

describe('accepted values, and their stored form', () => {
  test.each<[string, Values, object]>([
    ['a wristband number with leading zeros', { raceNumber: ' 0501' }, { bandId: '501' }],
    ['a bib as a JSON number', { bibNumber: 42 }, { bibNumber: '42' }],
    ['blanks around and inside a name', { lastName: ' van   Dam ' }, { lastName: 'van Dam' }],
    ['a short name in a script without case', { firstName: '李' }, { firstName: '李' }],
    ['DNF', { overrideTime: 'dnf' }, { overrideTime: '00:00:01' }],
    ['minutes and seconds', { overrideTime: '62:03' }, { overrideTime: '1:02:03' }],
  ])('%s', (_name, values, kept) =>
    expect(read(values)).toMatchObject({ ok: true, value: { kind: 'create', fields: kept } }),
  );

  test('a blank wristband number is omitted', () => {
    const reading = read({ raceNumber: '  ' });
    if (!reading.ok || reading.value.kind !== 'create') throw new Error(JSON.stringify(reading));
    expect(reading.value.fields).not.toHaveProperty('bandId');
  });
});

describe('a refused value has its field and a sentence', () => {
  test.each<[string, Values]>([
    ['raceNumber', { raceNumber: '5O1' }],
    ['raceNumber', { raceNumber: '1234567890123' }],
    ['firstName', { firstName: '3010' }],
    ['lastName', { lastName: '- 7.' }],
    ['bibNumber', { bibNumber: 'x'.repeat(21) }],
    ['firstName', { firstName: '\u200b \u2060' }],
    ['lastName', { lastName: 'x'.repeat(101) }],
    ['event', { event: '__proto__' }],
    ['ageGroup', { ageGroup: 'constructor' }],
    ['overrideTime', { overrideTime: '00:00:00' }],
    ['runnerId', { runnerId: ' ' }],
  ])('%s %j', (field, values) => {
    expect(read(values)).toEqual({
      ok: false,
      error: [{ field, message: expect.stringMatching(/^[A-Z].+\.$/s) as string }],
    });
  });

  test('all errors, in the order of the form', () => {
    const reading = read({ raceNumber: 'x', firstName: '', event: '?', overrideTime: '0:00:00' });
    expect(reading.ok ? [] : reading.error.map(({ field }) => field)).toEqual([
      'raceNumber',
      'firstName',
      'event',
      'overrideTime',
    ]);
  });
});

describe('an invalid body is refused', () => {
  const blob = fillForm();
  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'dataBlob'],
    ['a blob that is an object', { dataBlob: Object.assign({}, blob) }, 'dataBlob'],
    ['eight values', { dataBlob: blob.slice(1) }, 'dataBlob'],
    ['a blob behind __proto__', JSON.parse('{"__proto__":{"dataBlob":[]}}'), 'dataBlob'],
    ['a revision that is a text', { dataBlob: blob, rev: '1' }, 'rev'],
    ['a request id that is not a UUID', { dataBlob: blob, requestId: 'New' }, 'requestId'],
  ])('%s', (_name, body, field) =>
    expect(parseSaveInput(body, DEFAULT_CONFIG)).toMatchObject({ ok: false, error: [{ field }] }),
  );
});
