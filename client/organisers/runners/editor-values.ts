import { describeName } from '#shared/format/describe-name.ts';
import { listEvents } from '#shared/format/label-event.ts';
import { NEW_RUNNER_ID, parseBandId } from '#shared/model/ids.ts';
import { DEFAULT_CONFIG, type RaceConfig } from '#shared/model/race-config.ts';
import { ENTRY_DETAILS, type EntryDetail } from '#shared/model/runner.ts';
import { parseOverride, writeOverride } from '#shared/model/typed-words.ts';
import {
  type AdminRunner,
  DATA_BLOB_FIELDS,
  type DataBlobField,
} from '#shared/wire/runners-api.ts';
import { isolateText } from '#shared/format/isolate-text.ts';

/** The fields that both changed, to different values, and those that they alone changed. */
export function compareVersions(
  before: EditorValues,
  mine: EditorValues,
  theirs: EditorValues,
): Readonly<Record<'disputed' | 'taken', readonly EditorField[]>> {
  const differing = EDITOR_FIELDS.filter((field) => mine[field] !== theirs[field]);
  const isMine = (field: EditorField): boolean => mine[field] !== before[field];
  const isTheirs = (field: EditorField): boolean => theirs[field] !== before[field];
  return {
    disputed: differing.filter((field) => isMine(field) && isTheirs(field)),
    taken: differing.filter((field) => !isMine(field)),
  };
}

export type EditorValues = Record<
  DataBlobField | EntryDetail | 'earlierBands' | 'isPrivate',
  string
>;

/** The value for a private runner; empty otherwise. */
export const PRIVATE = 'yes';

export const FIELD_LABELS = {
  raceNumber: 'Wristband',
  bibNumber: 'Bib',
  firstName: 'First name',
  lastName: 'Last name',
  event: 'Event',
  ageGroup: 'Age category',
  wave: 'Wave',
  ownStart: 'Own start',
  runClub: 'Team',
  overrideTime: 'Override time',
  isPrivate: 'Private',
  earlierBands: 'Earlier bands',
  mobileNumber: 'Phone',
  emergencyContact: 'Emergency contact',
  medicalNote: 'Medical note',
  sex: 'Sex',
  birthDate: 'Date of birth',
  nationality: 'Nationality',
} as const satisfies Partial<Record<keyof EditorValues, string>>;
export type EditorField = keyof typeof FIELD_LABELS;
export const EDITOR_FIELDS = Object.keys(FIELD_LABELS) as readonly EditorField[];

export function valuesOf(runner: AdminRunner): EditorValues {
  return {
    runnerId: runner.runnerId,
    raceNumber: runner.raceNumber,
    bibNumber: runner.bibNumber,
    firstName: runner.firstName,
    lastName: runner.lastName,
    event: runner.event,
    // A derived category is sent back as none.
    ageGroup: runner.isAgeGroupDerived ? '' : runner.ageGroup,
    runClub: runner.runClub,
    overrideTime: writeOverride(runner.overrideLime, runner.disqualified?.rule),
    isPrivate: runner.isPrivate ? PRIVATE : '',
    earlierBands: writeBands(runner.earlierBands ?? []),
    mobileNumber: runner.mobileNumber,
    emergencyContact: runner.emergencyContact ?? '',
    medicalNote: runner.medicalNote ?? '',
    sex: runner.sex ?? '',
    birthDate: runner.birthDate ?? '',
    nationality: runner.nationality ?? '',
    wave: runner.wave ?? '',
    ownStart: runner.ownStart ?? '',
  };
}

export function writeBands(bands: readonly string[]): string {
  return bands.join(', ');
}

/** Parses the field of earlier bands; invalid parts stay as typed. */
export function readBands(text: string): string[] {
  const typed = text.split(/[\s,;]+/).filter((part) => part !== '');
  return typed.map((part) => parseBandId(part) ?? part);
}

/** An empty form. One of several distances is not preselected: people in a hurry would leave it unchanged. */
export function newValues(config: RaceConfig = DEFAULT_CONFIG): EditorValues {
  const events = listEvents(config);
  const empty = Object.fromEntries(EDITOR_FIELDS.map((field) => [field, '']));
  const event = events.length === 1 ? (events[0] ?? '') : '';
  return { ...(empty as Record<EditorField, string>), runnerId: NEW_RUNNER_ID, event };
}

/**
 * The ordered values of POST /api. A DNF is sent as the word, since `00:00:01` keeps a disqualification (RULES.md OV9).
 */
export function toDataBlob(values: EditorValues): string[] {
  const isDnf = parseOverride(values.overrideTime)?.kind === 'dnf';
  return DATA_BLOB_FIELDS.map((field) =>
    field === 'overrideTime' && isDnf ? 'DNF' : values[field],
  );
}

/** The changed details for POST /api, without those withheld from this organiser. */
export function toDetails(
  values: EditorValues,
  before: EditorValues | undefined,
): Partial<Record<EntryDetail, string>> {
  const changed = ENTRY_DETAILS.filter((field) => values[field] !== (before?.[field] ?? ''));
  return Object.fromEntries(changed.map((field) => [field, values[field]]));
}

type Named = Pick<AdminRunner, 'firstName' | 'lastName' | 'bibNumber'>;

/** The name of a runner, or `bib 88`. */
export function nameOrBib(runner: Named): string {
  return isolateText(describeName(runner, { bibOf: (bib) => `bib ${bib}`, runner: 'No name' }));
}

/** The name of a runner in a sentence: `Siân Prydderch (bib 88)`. */
export function nameRunner(runner: Named): string {
  const name = nameOrBib(runner);
  const isNamed = `${runner.firstName}${runner.lastName}` !== '';
  return isNamed && runner.bibNumber !== '' ? `${name} (bib ${runner.bibNumber})` : name;
}
