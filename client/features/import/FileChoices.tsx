import { type ReactNode, useState } from 'react';

import { labelEvent, listEvents } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { DEFAULT_CONFIG, type RaceConfig } from '#shared/model/race-config.ts';
import {
  BYTE_ENCODINGS,
  type ByteEncoding,
  DATE_ORDERS,
  type DateOrder,
  headerKey,
  IMPORT_FIELDS,
  type ImportColumn,
  type ImportField,
  type ImportMapping,
  type ImportPreview,
  OTHER_CATEGORIES,
  type OtherCategories,
} from '#shared/wire/import-api.ts';
import { useConfig } from '#client/organisers/config/fetched-config.ts';
import { groupBy } from '#shared/model/group-by.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';
import { Field } from '#client/ui/Field.tsx';
import { isolateText } from '#client/ui/isolate-text.ts';
import { answerTo, type Asked, type Choices, withAnswer } from './choices.ts';

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

const OTHER_LABELS: Readonly<Record<OtherCategories, string>> = {
  empty: 'No category',
  'worked-out': 'Work it out from sex and age',
};

/** The encodings by where they are used. */
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
  'm-0 grid min-w-0 grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] items-end gap-x-3.5 gap-y-2.5 wrap-anywhere [&>legend]:px-0 [&>legend]:pb-2 [&>legend]:font-strong [&>p]:col-span-full [&>p]:text-m';

/** The value of a select until somebody chose. */
const UNDECIDED = '?';

/** A row of the mapping. */
interface Question {
  readonly asked: Asked;
  readonly label: string;
  readonly hint?: string;
  readonly note?: string;
  /** How the server read it; undefined where somebody has to choose. */
  readonly read: string | undefined;
  /** The option for no choice; without it, a choice cannot be undone. */
  readonly unsaid?: string | undefined;
  readonly options: readonly (readonly [value: string, label: string])[];
}

interface MappingProps extends Pick<FileChoicesProps, 'choices' | 'onChoose' | 'isDisabled'> {
  readonly questions: readonly Question[];
}

function Mapping({ questions, choices, isDisabled, onChoose }: MappingProps): ReactNode {
  return questions.map(({ asked, label, hint, note, read = UNDECIDED, unsaid, options }) => {
    const value = answerTo(choices.mapping, asked) ?? read;
    return (
      <Field key={label} label={label} hint={hint} note={note}>
        {(control) => (
          <select
            {...control}
            value={value}
            disabled={isDisabled}
            onChange={({ currentTarget: { value: chosen } }) =>
              onChoose(
                withAnswer(choices.mapping, asked, chosen === UNDECIDED ? undefined : chosen),
              )
            }
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

interface Group {
  readonly title: string;
  readonly questions: readonly Question[];
  /** Says that there are more questions than these. */
  readonly more: string;
  /** Folded while it is not needed, until somebody opens it; undefined for a group that never folds. */
  readonly isNeeded?: boolean;
  /** Shown while it is folded. */
  readonly inShort?: ReactNode;
}

interface MappingGroupProps extends Omit<MappingProps, 'questions'> {
  readonly group: Group;
}

function MappingGroup({ group, ...mapping }: MappingGroupProps): ReactNode {
  const { title, questions, more, isNeeded, inShort } = group;
  const [isShown, setIsShown] = useState<boolean>();
  const content = (
    <>
      <Mapping {...mapping} questions={questions} />
      {more === '' ? null : <p>{more}</p>}
    </>
  );
  if (isNeeded === undefined) {
    return (
      <fieldset className={`plain-set ${CHOICE_GRID}`}>
        <legend>{title}</legend>
        {content}
      </fieldset>
    );
  }
  const isOpen = isShown ?? isNeeded;
  return (
    <div className="stack-6 shrinks">
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => {
          // Stays open, also when the choices in it were all that was needed.
          setIsShown(currentTarget.open);
        }}
      >
        <summary className="opener line touch bold w-fit text-s text-muted">
          {title} <span className="font-regular underline">{isOpen ? 'close' : 'change'}</span>
        </summary>
        {isOpen ? (
          <fieldset className={`well max-h-[24rem] overflow-y-auto p-3.5 pt-2.5 ${CHOICE_GRID}`}>
            <legend className="visually-hidden">{title}</legend>
            {content}
          </fieldset>
        ) : null}
      </details>
      {isOpen ? null : inShort}
    </div>
  );
}

export interface FileChoicesProps {
  readonly preview: ImportPreview;
  readonly choices: Choices;
  readonly onChoose: (mapping: ImportMapping) => void;
  readonly isDisabled: boolean;
}

/** How the file is read, and the questions it leaves open. */
export function FileChoices(props: FileChoicesProps): ReactNode {
  const { preview, choices, onChoose, isDisabled } = props;
  const { data: config = DEFAULT_CONFIG } = useConfig();
  const mapping = { choices, onChoose, isDisabled };
  const open = [
    ...askEncoding(preview),
    ...askNumbers(preview),
    ...askDates(preview),
    ...askEveryone(props, config),
  ];
  const groups = [
    ...groupEvents(preview, config),
    ...groupCategories(props, config),
    groupColumns(props),
  ];
  return (
    <>
      {choices.areKept ? (
        <output className="text-m">Read with your choices for the previous file.</output>
      ) : null}
      {open.length === 0 ? null : (
        <div className={CHOICE_GRID}>
          <Mapping {...mapping} questions={open} />
        </div>
      )}
      {groups.map((group) => (
        <MappingGroup key={group.title} group={group} {...mapping} />
      ))}
    </>
  );
}

/** The encoding of a file that does not identify it, and names as they are read in it (IMPORT.md IM44). */
function askEncoding({ encoding: reading }: ImportPreview): Question[] {
  if (reading === null) return [];
  const shown = reading.names.map((name) => isolateText(name)).join(' · ');
  return [
    {
      asked: ['encoding'],
      label: 'Letters',
      note: shown === '' ? '' : `Names are read as ${shown}`,
      read: reading.encoding,
      options: BYTE_ENCODINGS.map((each) => [each, ENCODING_LABELS[each]]),
    },
  ];
}

/** What a column holds whose header can mean two things: `Race number`. */
function askNumbers({ columns }: ImportPreview): Question[] {
  return columns.flatMap(({ header, asks }): Question[] =>
    asks
      ? [
          {
            asked: ['columns', header],
            label: `“${header}” is`,
            hint: 'It could be the bib or the wristband; the file does not say which.',
            read: undefined,
            options: [...asks.map((field) => [field, FIELD_LABELS[field]] as const), NOT_USED],
          },
        ]
      : [],
  );
}

function askDates({ openDates }: ImportPreview): Question[] {
  if (openDates === null) return [];
  const { header, example, order } = openDates;
  return [
    {
      asked: ['dateOrder'],
      label: `Dates in “${header}” have`,
      hint: `${example} can be read in two ways; the file does not say which.`,
      read: order ?? undefined,
      options: DATE_ORDERS.map((each) => [each, DATE_ORDER_LABELS[each]]),
    },
  ];
}

const NOT_USED = ['', 'Not used'] as const;

function headerOf({ columns }: ImportPreview, field: ImportField): string | undefined {
  return columns.find((column) => column.field === field)?.header;
}

function listEventOptions(config: RaceConfig): Question['options'] {
  return listEvents(config).map((each) => [each, labelEvent(each, config)] as const);
}

/** The event of all runners, if no column has it. Entries that are merged have theirs. */
function askEveryone({ preview, choices }: FileChoicesProps, config: RaceConfig): Question[] {
  const { merge, faultCount } = preview;
  const isOptional = merge && faultCount === 0 && choices.mapping.allEvent === undefined;
  if (isOptional || headerOf(preview, 'event') !== undefined) return [];
  return [
    {
      asked: ['allEvent'],
      label: 'Everyone is in',
      hint: 'The file has no column for the event.',
      read: undefined,
      unsaid: CHOOSE_EVENT,
      options: listEventOptions(config),
    },
  ];
}

const CHOOSE_EVENT = 'Choose an event';

function groupEvents(preview: ImportPreview, config: RaceConfig): Group[] {
  const { eventValues, moreEventValues } = preview;
  if (eventValues.length === 0) return [];
  const header = headerOf(preview, 'event');
  return [
    {
      title: 'Unknown event names',
      questions: eventValues.map(({ value, rows }) => ({
        asked: ['events', value],
        label: `${value || 'Without an event'} (${countOf(rows, 'runner')})`,
        read: undefined,
        unsaid: CHOOSE_EVENT,
        options: listEventOptions(config),
      })),
      more: moreEventValues > 0 ? `… and ${moreEventValues} more: is “${header}” the event?` : '',
    },
  ];
}

/** What the age categories of the file mean, and what happens to those that match none here. */
function groupCategories({ preview, choices }: FileChoicesProps, config: RaceConfig): Group[] {
  const { columns, categoryValues, moreCategoryValues } = preview;
  if (categoryValues.length === 0) return [];
  const { otherCategories: others, categories = {} } = choices.mapping;
  const isAnswered = others !== undefined || Object.keys(categories).length > 0;
  const found = new Set(columns.map(({ field }) => field));
  const canWorkOut = found.has('sex') && (found.has('birthDate') || found.has('age'));
  const rest: Question = {
    asked: ['otherCategories'],
    label: 'All the rest',
    read: undefined,
    unsaid: 'Choose one by one',
    options: OTHER_CATEGORIES.filter((each) => each === 'empty' || canWorkOut).map((each) => [
      each,
      OTHER_LABELS[each],
    ]),
  };
  const values = categoryValues.map(({ value, rows, meaning }): Question => ({
    asked: ['categories', value],
    label: `${value} (${countOf(rows, 'runner')})`,
    // Values left to the rest read like rows without a category, also where theirs is worked out row by row.
    read: others !== undefined && meaning === '' ? undefined : (meaning ?? undefined),
    unsaid: others ? 'Same as the rest' : 'Choose a category',
    options: [
      ['', 'None'],
      ...coursesOf(config).categories.map((group) => [group, group] as const),
    ],
  }));
  return [
    {
      title: 'Age categories',
      questions: [rest, ...values],
      more:
        moreCategoryValues > 0
          ? `… and ${moreCategoryValues} more: is “${headerOf(preview, 'ageGroup')}” the age category?`
          : '',
      isNeeded: isAnswered || categoryValues.some(({ meaning }) => meaning === null),
    },
  ];
}

/** A file with more columns is hardly a list of runners, and would keep a browser busy for long. */
const MAX_OFFERED = 200;

/** The meaning of each column; needed where the file cannot be read without a choice. */
function groupColumns({ preview, choices }: FileChoicesProps): Group {
  const { columns } = preview;
  const fields = [...new Map(columns.map(({ header, field }) => [header, field]))];
  const twins = listOpenTwins(columns, choices);
  const questions = fields.slice(0, MAX_OFFERED).map(([header, field]): Question => {
    const count = columns.filter((column) => column.header === header).length;
    // Columns with the same header cannot be told apart: they are left out, or stay as they are.
    const offered = count === 1 ? IMPORT_FIELDS : [field].filter((each) => each !== '');
    return {
      asked: ['columns', header],
      label: header || 'Column without a name',
      read: twins.has(header) ? undefined : field,
      unsaid: twins.has(header) ? 'Duplicate column: choose one' : undefined,
      options: [NOT_USED, ...offered.map((each) => [each, FIELD_LABELS[each]] as const)],
    };
  });
  return {
    title: 'Columns',
    questions,
    more: fields.length > MAX_OFFERED ? `… and ${fields.length - MAX_OFFERED} more columns.` : '',
    isNeeded: preview.faultCount > 0 && (areColumnsMissing(columns) || twins.size > 0),
    inShort: (
      // The notes of the file name the unused columns.
      <ul className="plain-list flow gap-1.5 [&_li]:flex [&_li]:flex-wrap [&_li]:gap-x-1.5 [&_li]:rounded-md [&_li]:border [&_li]:border-line [&_li]:bg-raised [&_li]:px-2.5 [&_li]:py-[3px] [&_li]:text-m">
        {fields.flatMap(([header, field]) =>
          field === '' ? (
            []
          ) : (
            <li key={header}>
              <span className="anywhere">{header}</span>
              <span aria-hidden="true">→</span>
              <span className="visually-hidden"> is read as </span>
              <b>{FIELD_LABELS[field]}</b>
            </li>
          ),
        )}
      </ul>
    ),
  };
}

function areColumnsMissing(columns: readonly ImportColumn[]): boolean {
  const found = new Set(columns.map(({ field }) => field));
  const areNamed = found.has('fullName') || (found.has('firstName') && found.has('lastName'));
  return !found.has('event') || !areNamed;
}

/** The headers that several unused columns have, which the server refuses until somebody chooses. */
function listOpenTwins(
  columns: readonly ImportColumn[],
  { mapping }: Choices,
): ReadonlySet<string> {
  const unused = columns.filter(
    ({ header, field }) =>
      field === '' &&
      headerKey(header) !== '' &&
      answerTo(mapping, ['columns', header]) === undefined,
  );
  const byKey = groupBy(unused, ({ header }) => headerKey(header));
  const twins = [...byKey.values()].filter(({ length }) => length > 1);
  return new Set(twins.flat().map(({ header }) => header));
}
