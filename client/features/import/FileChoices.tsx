import { type ReactNode, useState } from 'react';

import { labelEvent, listEvents } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { DEFAULT_CONFIG, type RaceConfig } from '#shared/model/race-config.ts';
import {
  BYTE_ENCODINGS,
  type ByteEncoding,
  DATE_ORDERS,
  type DateOrder,
  IMPORT_FIELDS,
  type ImportColumn,
  type ImportField,
  type ImportMapping,
  type ImportPreview,
  MAX_UNKNOWN_VALUES,
} from '#shared/wire/import-api.ts';
import { useConfig } from '#client/organisers/config/fetched-config.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';
import { Field } from '#client/ui/Field.tsx';
import { isolateText } from '#shared/format/isolate-text.ts';
import { answerTo, type Topic, withAnswer } from './choices.ts';

const FIELD_LABELS: Readonly<Record<ImportField, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  event: 'Event',
  raceNumber: 'Wristband',
  chips: 'Chip',
  bibNumber: 'Bib',
  ageGroup: 'Age category',
  runClub: 'Team',
  overrideTime: 'Override time',
  mobileNumber: 'Mobile number',
  nationality: 'Nationality',
  emergencyContact: 'Emergency contact',
  emergencyPhone: 'Emergency phone',
  medicalNote: 'Medical note',
  private: 'Private',
  fullName: 'Full name',
  sex: 'Sex',
  birthDate: 'Date of birth',
  wave: 'Wave',
  ownStart: 'Own start',
  startOffset: 'Start offset',
  age: 'Age',
};

const DATE_ORDER_LABELS: Readonly<Record<DateOrder, string>> = {
  'day-first': 'Day first',
  'month-first': 'Month first',
};

const ENCODING_LABELS: Readonly<Record<ByteEncoding, string>> = {
  'windows-1252': 'Windows, Western Europe',
  'windows-1250': 'Windows, Central Europe',
  'iso-8859-15': 'ISO 8859-15, Western Europe',
  'iso-8859-14': 'ISO 8859-14, Welsh and Gaelic',
  macintosh: 'Older Mac',
  'windows-1251': 'Windows, Cyrillic',
  'windows-1253': 'Windows, Greek',
  'windows-1254': 'Windows, Turkish',
  'windows-1257': 'Windows, Baltic',
  'iso-8859-2': 'ISO 8859-2, Central Europe',
};

const CHOICE_GRID =
  'm-0 grid min-w-0 grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] items-end gap-x-3.5 gap-y-2.5 wrap-anywhere [&>p]:col-span-full [&>p]:text-m';

/** The value of a select before a choice. */
const UNDECIDED = '?';

/** A select: a part of the mapping that can be chosen. */
interface Question {
  readonly topic: Topic;
  readonly label: string;
  readonly hint?: string;
  readonly note?: string;
  /** How the server read it; undefined if a choice is needed. */
  readonly read: string | undefined;
  /** The option for no choice; without it, a choice cannot be undone. */
  readonly unsaid?: string | undefined;
  readonly options: readonly (readonly [value: string, label: string])[];
}

interface SelectsProps extends Omit<FileChoicesProps, 'preview'> {
  readonly questions: readonly Question[];
}

function Selects({ questions, mapping, isDisabled, onChoose }: SelectsProps): ReactNode {
  return questions.map(({ topic, label, hint, note, read = UNDECIDED, unsaid, options }) => {
    const value = answerTo(mapping, topic) ?? read;
    return (
      <Field key={label} label={label} hint={hint} note={note}>
        {(control) => (
          <select
            {...control}
            value={value}
            disabled={isDisabled}
            onChange={({ target }) => {
              const answer = target.value === UNDECIDED ? undefined : target.value;
              onChoose(withAnswer(mapping, topic, answer));
            }}
          >
            {unsaid === undefined && value !== UNDECIDED ? null : (
              <option value={UNDECIDED} disabled={unsaid === undefined}>
                {unsaid ?? 'Choose'}
              </option>
            )}
            {options.map(([offered, words]) => (
              <option key={offered} value={offered}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Field>
    );
  });
}

export interface FileChoicesProps {
  readonly preview: ImportPreview;
  readonly mapping: ImportMapping;
  readonly onChoose: (mapping: ImportMapping) => void;
  readonly isDisabled: boolean;
}

/** How the file is read: the questions it leaves open, and a table of its values and columns. */
export function FileChoices({ preview, ...choosing }: FileChoicesProps): ReactNode {
  const { data: config = DEFAULT_CONFIG } = useConfig();
  const [isShown, setIsShown] = useState<boolean>();
  const isOpen = isShown ?? needsTable(preview);
  const { eventValues, categoryValues } = preview;
  const questions = listQuestions(preview);
  return (
    <>
      {questions.length === 0 ? null : (
        <div className={CHOICE_GRID}>
          <Selects {...choosing} questions={questions} />
        </div>
      )}
      <details
        className="shrinks"
        open={isOpen}
        // Stays open even when its choices were the last ones needed.
        onToggle={({ currentTarget }) => setIsShown(currentTarget.open)}
      >
        <summary className="opener line touch bold w-fit text-s text-muted">
          Values and columns{' '}
          <span className="font-regular underline">{isOpen ? 'close' : 'change'}</span>
        </summary>
        {isOpen ? (
          <fieldset className={`well p-3.5 pt-2.5 ${CHOICE_GRID}`}>
            <legend className="visually-hidden">Values and columns</legend>
            <Selects {...choosing} questions={listValues(preview, config)} />
            {eventValues.length < MAX_UNKNOWN_VALUES ? null : (
              <p>
                Only {eventValues.length} are listed: is “{findHeader(preview, 'event')}” the event?
              </p>
            )}
            {categoryValues.length === 0 ? null : (
              <p>
                Set their column to “Not used” below to work categories out from sex and age, if the
                file has both.
              </p>
            )}
            <Selects {...choosing} questions={listColumns(preview)} />
          </fieldset>
        ) : null}
      </details>
    </>
  );
}

/** Whether a value or a column has to be chosen. */
function needsTable({ eventValues, categoryValues, columns, faultCount }: ImportPreview): boolean {
  return (
    eventValues.length > 0 ||
    categoryValues.some(({ meaning }) => meaning === null) ||
    (faultCount > 0 && areColumnsMissing(columns))
  );
}

const NOT_USED = ['', 'Not used'] as const;
const CHOOSE_EVENT = 'Choose an event';

/** The encoding, and the meaning of ambiguous columns and dates. */
function listQuestions({ encoding, columns, openDates }: ImportPreview): Question[] {
  const questions: Question[] = [];
  // Names show whether the encoding is right (IMPORT.md IM44).
  if (encoding) {
    const names = encoding.names.map((name) => isolateText(name)).join(' · ');
    questions.push({
      topic: ['encoding'],
      label: 'Letters',
      note: names === '' ? '' : `Names are read as ${names}`,
      read: encoding.encoding,
      options: BYTE_ENCODINGS.map((each) => [each, ENCODING_LABELS[each]]),
    });
  }
  for (const { header, asks } of columns) {
    if (!asks) continue;
    questions.push({
      topic: ['columns', header],
      label: `“${header}” is`,
      hint: 'It could be the bib or the wristband; the file does not say which.',
      read: undefined,
      options: [...asks.map((field) => [field, FIELD_LABELS[field]] as const), NOT_USED],
    });
  }
  if (openDates) {
    questions.push({
      topic: ['dateOrder'],
      label: `Dates in “${openDates.header}” have`,
      hint: `${openDates.example} can be read in two ways; the file does not say which.`,
      read: openDates.order ?? undefined,
      options: DATE_ORDERS.map((each) => [each, DATE_ORDER_LABELS[each]]),
    });
  }
  return questions;
}

function findHeader({ columns }: ImportPreview, field: ImportField): string | undefined {
  return columns.find((column) => column.field === field)?.header;
}

function listEventOptions(config: RaceConfig): Question['options'] {
  return listEvents(config).map((each) => [each, labelEvent(each, config)] as const);
}

/** The unknown events, and the categories of the file that are none of the race. */
function listValues(preview: ImportPreview, config: RaceConfig): Question[] {
  const hasEvents = findHeader(preview, 'event') !== undefined;
  const events = preview.eventValues.map(({ value, rows }): Question => ({
    topic: ['events', value],
    label: `${value || 'Without an event'} (${countOf(rows, 'runner')})`,
    ...(!hasEvents && { hint: 'No column was recognised as the event.' }),
    read: undefined,
    unsaid: CHOOSE_EVENT,
    options: listEventOptions(config),
  }));
  const categories = preview.categoryValues.map(({ value, rows, meaning }): Question => ({
    topic: ['categories', value],
    label: `${value} (${countOf(rows, 'runner')})`,
    read: meaning ?? undefined,
    unsaid: 'Choose a category',
    options: [
      ['', 'None'],
      ...coursesOf(config).categories.map((group) => [group, group] as const),
    ],
  }));
  return [...events, ...categories];
}

/** The meaning of each column. */
function listColumns({ columns }: ImportPreview): Question[] {
  const fields = [...new Map(columns.map(({ header, field }) => [header, field]))];
  return fields.map(([header, field]): Question => {
    const count = columns.filter((column) => column.header === header).length;
    // Columns with the same header cannot be told apart: they are left out, or stay as they are.
    const offered = count === 1 ? IMPORT_FIELDS : [field].filter((each) => each !== '');
    return {
      topic: ['columns', header],
      label: header || 'Column without a name',
      read: field,
      options: [NOT_USED, ...offered.map((each) => [each, FIELD_LABELS[each]] as const)],
    };
  });
}

function areColumnsMissing(columns: readonly ImportColumn[]): boolean {
  const found = new Set(columns.map(({ field }) => field));
  const areNamed = found.has('fullName') || (found.has('firstName') && found.has('lastName'));
  return !areNamed;
}
