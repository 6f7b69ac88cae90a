import { type ReactNode, useState } from 'react';

import { labelEvent, listEvents } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { DEFAULT_CONFIG, type RaceConfig } from '#shared/model/race-config.ts';
import {
  BYTE_ENCODINGS,
  type ByteEncoding,
  DATE_ORDERS,
  type DateOrder,
  type ImportPreview,
  OTHER_CATEGORIES,
  type OtherCategories,
} from '#shared/wire/import-api.ts';
import { useConfig } from '#client/organisers/config/fetched-config.ts';
import { countOf } from '#client/organisers/texts/count-words.ts';
import { Field } from '#client/ui/Field.tsx';
import { isolateText } from '#client/ui/isolate-text.ts';
import {
  answerTo,
  type Asked,
  choose,
  type Choices,
  fieldsOf,
  findHeader,
  isOpenTwin,
  listAnswers,
} from './choices.ts';

/** The labels of the fields an import knows, in the order they are offered. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
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
  /** Undefined until somebody chose. */
  readonly value: string | undefined;
  /** The option for no choice; without it, a choice cannot be undone. */
  readonly unsaid?: string | undefined;
  readonly options: readonly (readonly [value: string, label: string])[];
}

interface MappingProps extends Pick<FileChoicesProps, 'choices' | 'onChoose' | 'isDisabled'> {
  readonly questions: readonly Question[];
}

function Mapping({ questions, choices, isDisabled, onChoose }: MappingProps): ReactNode {
  return questions.map(({ asked, label, hint, note, value = UNDECIDED, unsaid, options }) => (
    <Field key={label} label={label} hint={hint} note={note}>
      {(control) => (
        <select
          {...control}
          value={value}
          disabled={isDisabled}
          onChange={({ currentTarget: { value: chosen } }) =>
            onChoose(choose(choices, asked, chosen === UNDECIDED ? undefined : chosen))
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
  ));
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
  /** As the server read them without any choices. */
  readonly recognised: ImportPreview['columns'];
  readonly choices: Choices;
  readonly onChoose: (choices: Choices) => void;
  readonly isDisabled: boolean;
}

/** How the file is read, and the questions it leaves open. */
export function FileChoices(props: FileChoicesProps): ReactNode {
  const { preview, recognised, choices, onChoose, isDisabled } = props;
  const { data: config = DEFAULT_CONFIG } = useConfig();
  const mapping = { choices, onChoose, isDisabled };
  const open = [
    ...askEncoding(preview, choices),
    ...askNumbers(preview, recognised, choices),
    ...askDates(preview, choices),
    ...askEveryone(props, config),
  ];
  const groups = [
    ...groupEvents(props, config),
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
function askEncoding({ encoding: reading }: ImportPreview, choices: Choices): Question[] {
  if (reading === null) return [];
  const shown = reading.names.map((name) => isolateText(name)).join(' · ');
  return [
    {
      asked: ['encoding'],
      label: 'Letters',
      note: shown === '' ? '' : `Names are read as ${shown}`,
      value: answerTo(choices, ['encoding']) ?? reading.encoding,
      options: BYTE_ENCODINGS.map((each) => [each, ENCODING_LABELS[each]]),
    },
  ];
}

/** What a column holds whose header can mean two things: `Race number`. */
function askNumbers(
  { columns }: ImportPreview,
  recognised: ImportPreview['columns'],
  choices: Choices,
): Question[] {
  const asked = new Map(
    [...recognised, ...columns].flatMap(({ header, asks }) => (asks ? [[header, asks]] : [])),
  );
  return [...asked].map(([header, asks]) => ({
    asked: ['column', header],
    label: `“${header}” is`,
    hint: 'It could be the bib or the wristband; the file does not say which.',
    value: answerTo(choices, ['column', header]),
    options: [...asks.map((field) => [field, FIELD_LABELS[field] ?? field] as const), NOT_USED],
  }));
}

function askDates({ openDates }: ImportPreview, choices: Choices): Question[] {
  if (openDates === null) return [];
  const { header, example, order } = openDates;
  return [
    {
      asked: ['dates', header],
      label: `Dates in “${header}” have`,
      hint: `${example} can be read in two ways; the file does not say which.`,
      value: answerTo(choices, ['dates', header]) ?? order ?? undefined,
      options: DATE_ORDERS.map((each) => [each, DATE_ORDER_LABELS[each]]),
    },
  ];
}

const NOT_USED = ['', 'Not used'] as const;

/** Whether the values are those of this column: it held them at the server's last look. */
function isCurrent(
  { columns }: ImportPreview,
  wanted: string,
  asked: 'event' | 'ageGroup',
): boolean {
  return columns.some(({ header, field }) => header === wanted && field === asked);
}

function listEventOptions(config: RaceConfig): Question['options'] {
  return listEvents(config).map((each) => [each, labelEvent(each, config)] as const);
}

/** The event of all runners, if no column has it. Entries that are merged have theirs. */
function askEveryone({ preview, recognised, choices }: FileChoicesProps, config: RaceConfig) {
  const { merge, faultCount } = preview;
  const value = answerTo(choices, ['everyone']);
  const isKnown = findHeader(fieldsOf(recognised, choices), 'event') !== undefined;
  if (isKnown || (merge && faultCount === 0 && value === undefined)) return [];
  const question: Question = {
    asked: ['everyone'],
    label: 'Everyone is in',
    hint: 'The file has no column for the event.',
    value,
    unsaid: CHOOSE_EVENT,
    options: listEventOptions(config),
  };
  return [question];
}

const CHOOSE_EVENT = 'Choose an event';

function groupEvents(
  { preview, recognised, choices }: FileChoicesProps,
  config: RaceConfig,
): Group[] {
  const { eventValues, moreEventValues } = preview;
  const header = findHeader(fieldsOf(recognised, choices), 'event');
  if (header === undefined || eventValues.length === 0) return [];
  if (!isCurrent(preview, header, 'event')) return [];
  return [
    {
      title: 'Unknown event names',
      questions: eventValues.map(({ value, rows }) => ({
        asked: ['event', header, value],
        label: `${value || 'Without an event'} (${countOf(rows, 'runner')})`,
        value: answerTo(choices, ['event', header, value]),
        unsaid: CHOOSE_EVENT,
        options: listEventOptions(config),
      })),
      more: moreEventValues > 0 ? `… and ${moreEventValues} more: is “${header}” the event?` : '',
    },
  ];
}

/** What the age categories of the file mean, and what happens to those that match none here. */
function groupCategories(
  { preview, recognised, choices }: FileChoicesProps,
  config: RaceConfig,
): Group[] {
  const { categoryValues, moreCategoryValues } = preview;
  const fields = fieldsOf(recognised, choices);
  const header = findHeader(fields, 'ageGroup');
  if (header === undefined || categoryValues.length === 0) return [];
  if (!isCurrent(preview, header, 'ageGroup')) return [];
  const others = answerTo(choices, ['rest', header]);
  const isAnswered = others !== undefined || listAnswers(choices, 'category', header).length > 0;
  const found = new Set(fields.values());
  const canWorkOut = found.has('sex') && (found.has('birthDate') || found.has('age'));
  // The server reports such a value like a row without a category, also where it works the category out row by row.
  const isLeftToOthers = (value: string, ageGroup: string | null): boolean =>
    others !== undefined &&
    ageGroup === '' &&
    answerTo(choices, ['category', header, value]) === undefined;
  const rest: Question = {
    asked: ['rest', header],
    label: 'All the rest',
    value: others,
    unsaid: 'Choose one by one',
    options: OTHER_CATEGORIES.filter((each) => each === 'empty' || canWorkOut).map((each) => [
      each,
      OTHER_LABELS[each],
    ]),
  };
  const values = categoryValues.map(({ value, rows, ageGroup }): Question => ({
    asked: ['category', header, value],
    label: `${value} (${countOf(rows, 'runner')})`,
    value: isLeftToOthers(value, ageGroup) ? undefined : (ageGroup ?? undefined),
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
          ? `… and ${moreCategoryValues} more: is “${header}” the age category?`
          : '',
      isNeeded: isAnswered || categoryValues.some(({ ageGroup }) => ageGroup === null),
    },
  ];
}

/** A file with more columns is hardly a list of runners, and would keep a browser busy for long. */
const MAX_OFFERED = 200;

/** The meaning of each column; needed where the file cannot be read without a choice. */
function groupColumns({ preview, recognised, choices }: FileChoicesProps): Group {
  const fields = [...fieldsOf(recognised, choices)];
  const questions = fields.slice(0, MAX_OFFERED).map(([header, field]): Question => {
    const isTwin = isOpenTwin(header, recognised, choices);
    const count = recognised.filter((column) => column.header === header).length;
    // Columns with the same header cannot be told apart: they are left out, or stay as they are.
    const offered = count === 1 ? Object.keys(FIELD_LABELS) : [field].filter(Boolean);
    return {
      asked: ['column', header],
      label: header || 'Column without a name',
      value: isTwin ? undefined : field,
      unsaid: isTwin ? 'Duplicate column: choose one' : undefined,
      options: [NOT_USED, ...offered.map((each) => [each, FIELD_LABELS[each] ?? each] as const)],
    };
  });
  return {
    title: 'Columns',
    questions,
    more: fields.length > MAX_OFFERED ? `… and ${fields.length - MAX_OFFERED} more columns.` : '',
    isNeeded: preview.faultCount > 0 && areColumnsMissing(recognised, choices),
    inShort: (
      // The notes of the file name the unused columns.
      <ul className="plain-list flow gap-1.5 [&_li]:flex [&_li]:flex-wrap [&_li]:gap-x-1.5 [&_li]:rounded-md [&_li]:border [&_li]:border-line [&_li]:bg-raised [&_li]:px-2.5 [&_li]:py-[3px] [&_li]:text-m">
        {fields
          .filter(([, field]) => field !== '')
          .map(([header, field]) => (
            <li key={header}>
              <span className="anywhere">{header}</span>
              <span aria-hidden="true">→</span>
              <span className="visually-hidden"> is read as </span>
              <b>{FIELD_LABELS[field] ?? field}</b>
            </li>
          ))}
      </ul>
    ),
  };
}

function areColumnsMissing(recognised: ImportPreview['columns'], choices: Choices): boolean {
  const found = new Set(fieldsOf(recognised, choices).values());
  return (
    !found.has('event') ||
    (!found.has('fullName') && !(found.has('firstName') && found.has('lastName'))) ||
    recognised.some(({ header }) => isOpenTwin(header, recognised, choices))
  );
}
