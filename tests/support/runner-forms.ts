import { DATA_BLOB_FIELDS, type DataBlobField } from '#shared/wire/runners-api.ts';

const FORM: Readonly<Record<DataBlobField, string>> = {
  raceNumber: '',
  ageGroup: 'F40',
  firstName: 'Siân',
  lastName: 'O’Brien',
  event: 'PB',
  runClub: 'Rhedwyr Preseli',
  runnerId: 'New',
  bibNumber: '7',
  overrideTime: '',
};

/** The nine values of an edit form, of a new runner without a wristband unless told. */
export function fillForm(values: Partial<Record<DataBlobField, unknown>> = {}): unknown[] {
  const filled: Readonly<Record<DataBlobField, unknown>> = { ...FORM, ...values };
  return DATA_BLOB_FIELDS.map((field) => filled[field]);
}
