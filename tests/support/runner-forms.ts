import type { Agent } from 'supertest';

import { parseSaveInput } from '#server/features/registration/runner-input.ts';
import { saveRunner } from '#server/features/registration/save-runner.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import {
  DATA_BLOB_FIELDS,
  type DataBlobField,
  type SaveRunnerBody,
  type SaveRunnerReply,
} from '#shared/wire/runners-api.ts';

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

/** Values of a form; the others are those of a new runner without a wristband. */
export type FormValues = Partial<Record<DataBlobField, unknown>>;
/** Fields sent with a form, such as the revision it was opened on. */
export type FormExtras = Partial<SaveRunnerBody>;

/** The nine values of an edit form. */
export function fillForm(values: FormValues = {}): unknown[] {
  const filled: Readonly<Record<DataBlobField, unknown>> = { ...FORM, ...values };
  return DATA_BLOB_FIELDS.map((field) => filled[field]);
}

/** Saves a form as `mari@example.org`, without HTTP. */
export async function saveForm(
  store: RaceStore,
  values: FormValues = {},
  extras: FormExtras = {},
): Promise<SaveRunnerReply> {
  const reading = parseSaveInput({ dataBlob: fillForm(values), ...extras }, DEFAULT_CONFIG);
  if (!reading.ok) return { result: 'Invalid', errors: reading.error };
  return (await saveRunner({ store }, reading.value, 'mari@example.org')).reply;
}

export async function postForm(
  agent: Agent,
  values: FormValues = {},
  extras: FormExtras = {},
): Promise<SaveRunnerReply> {
  const form = { dataBlob: fillForm(values), ...extras };
  return (await agent.post('/api').send(form).expect(200)).body as SaveRunnerReply;
}

/** The id of the saved runner; throws if the form was not saved. */
export async function getSavedId(outcome: Promise<SaveRunnerReply>): Promise<string> {
  const reply = await outcome;
  if (reply.result !== 'Success') throw new Error(JSON.stringify(reply));
  return reply.runnerId;
}
