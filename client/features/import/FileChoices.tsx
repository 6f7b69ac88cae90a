import { type ReactNode, useState } from 'react';
import type { ImportPreview } from '#shared/wire/import-api.ts';
import { DATE_ORDERS, type DateOrder } from '#shared/wire/import-mapping.ts';
import { type Choices, fieldsOf, findHeader, isOpenTwin, chooseColumn } from './choices.ts';
import { CategoryChoices } from './CategoryChoices.tsx';
import { EncodingChoice } from './EncodingChoice.tsx';
import { CHOICE_GRID, EventChoices } from './EventChoices.tsx';
import { Field } from '#client/ui/Field.tsx';

interface NumberChoicesProps {
  /** As the server last read them, without any choices. */
  readonly columns: ImportPreview['columns'];
  readonly recognised: ImportPreview['columns'];
  readonly choices: Choices;
  readonly onChoose: (choices: Choices) => void;
  readonly isDisabled: boolean;
}

/** Asks what a column holds whose header can mean two things: `Race number`. */
function NumberChoices(props: NumberChoicesProps): ReactNode {
  const { columns, recognised, choices, onChoose, isDisabled } = props;
  const asked = new Map(
    [...recognised, ...columns].flatMap(({ header, asks }) => (asks ? [[header, asks]] : [])),
  );
  if (asked.size === 0) return null;
  return (
    <div className={CHOICE_GRID}>
      {[...asked].map(([header, asks]) => (
        <Field
          key={header}
          label={`“${header}” is`}
          hint="It could be the bib or the wristband; the file does not say which."
        >
          {(control) => (
            <select
              {...control}
              value={choices.columns.get(header) ?? UNDECIDED}
              disabled={isDisabled}
              onChange={({ currentTarget: { value } }) => {
                if (value !== UNDECIDED) onChoose(chooseColumn(choices, header, value));
              }}
            >
              <option value={UNDECIDED} disabled>
                Choose
              </option>
              {asks.map((field) => (
                <option key={field} value={field}>
                  {FIELD_LABELS[field] ?? field}
                </option>
              ))}
              <option value="">Not used</option>
            </select>
          )}
        </Field>
      ))}
    </div>
  );
}

const DATE_ORDER_LABELS: Readonly<Record<DateOrder, string>> = {
  'day-first': 'Day first',
  'month-first': 'Month first',
};

interface DateChoiceProps {
  readonly dates: ImportPreview['openDates'];
  readonly choices: Choices;
  readonly onChoose: (choices: Choices) => void;
  readonly isDisabled: boolean;
}

/** Asks once for the order of day and month if no date in the file settles it. */
function DateChoice({ dates, choices, onChoose, isDisabled }: DateChoiceProps): ReactNode {
  if (dates === null) return null;
  const { header, example, order } = dates;
  return (
    <div className={CHOICE_GRID}>
      <Field
        label={`Dates in “${header}” have`}
        hint={`${example} can be read in two ways; the file does not say which.`}
      >
        {(control) => (
          <select
            {...control}
            value={(choices.datesOf === header ? choices.dateOrder : order) ?? UNDECIDED}
            disabled={isDisabled}
            onChange={({ currentTarget: { value } }) => {
              const dateOrder = DATE_ORDERS.find((each) => each === value);
              if (dateOrder) onChoose({ ...choices, dateOrder, datesOf: header });
            }}
          >
            <option value={UNDECIDED} disabled>
              Choose
            </option>
            {DATE_ORDERS.map((each) => (
              <option key={each} value={each}>
                {DATE_ORDER_LABELS[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}

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

/** A file with more columns is hardly a list of runners, and would keep a browser busy for long. */
const MAX_OFFERED = 200;

/** The value of the select for a repeated header until a choice is made. */
const UNDECIDED = '?';

interface ColumnChoicesProps {
  /** As the server read them without any choices. */
  readonly recognised: ImportPreview['columns'];
  readonly choices: Choices;
  readonly onChoose: (choices: Choices) => void;
  readonly isDisabled: boolean;
  /** Without a choice the file cannot be read. */
  readonly isNeeded: boolean;
}

/** The meaning of each column, with a select to change it. */
function ColumnChoices(props: ColumnChoicesProps): ReactNode {
  const { recognised, choices, onChoose, isDisabled, isNeeded } = props;
  const [isShown, setIsShown] = useState<boolean>();
  const isOpen = isShown ?? isNeeded;
  const fields = fieldsOf(recognised, choices);
  const headers = [...fields.keys()];
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
          Columns <span className="font-regular underline">{isOpen ? 'close' : 'change'}</span>
        </summary>
        {isOpen ? (
          <div className={`well max-h-[24rem] overflow-y-auto p-3.5 pt-2.5 ${CHOICE_GRID}`}>
            {headers.slice(0, MAX_OFFERED).map((header) => {
              const isTwin = isOpenTwin(header, recognised, choices);
              const count = recognised.filter((column) => column.header === header).length;
              const field = fields.get(header) ?? '';
              return (
                <Field key={header} label={header || 'Column without a name'}>
                  {(control) => (
                    <select
                      {...control}
                      value={isTwin ? UNDECIDED : field}
                      disabled={isDisabled}
                      onChange={({ currentTarget: { value } }) => {
                        if (value !== UNDECIDED) onChoose(chooseColumn(choices, header, value));
                      }}
                    >
                      {isTwin ? (
                        <option value={UNDECIDED}>Duplicate column: choose one</option>
                      ) : null}
                      <option value="">Not used</option>
                      {offeredFields(count, field).map((offered) => (
                        <option key={offered} value={offered}>
                          {FIELD_LABELS[offered] ?? offered}
                        </option>
                      ))}
                    </select>
                  )}
                </Field>
              );
            })}
            {headers.length > MAX_OFFERED ? (
              <p>… and {headers.length - MAX_OFFERED} more columns.</p>
            ) : null}
          </div>
        ) : null}
      </details>
      {isOpen ? null : <ColumnsRead fields={fields} />}
    </div>
  );
}

/** Columns with the same header cannot be told apart: they are left out, or stay as they are. */
function offeredFields(count: number, field: string): readonly string[] {
  if (count === 1) return Object.keys(FIELD_LABELS);
  return field === '' ? [] : [field];
}

interface ColumnsReadProps {
  /** The field of each header, empty for none. */
  readonly fields: ReadonlyMap<string, string>;
}

/** The notes of the file name the unused columns. */
function ColumnsRead({ fields }: ColumnsReadProps): ReactNode {
  const known = [...fields].filter(([, field]) => field !== '');
  return (
    <ul className="plain-list flow gap-1.5 [&_li]:flex [&_li]:flex-wrap [&_li]:gap-x-1.5 [&_li]:rounded-md [&_li]:border [&_li]:border-line [&_li]:bg-raised [&_li]:px-2.5 [&_li]:py-[3px] [&_li]:text-m">
      {known.map(([header, field]) => (
        <li key={header}>
          <span className="anywhere">{header}</span>
          <span aria-hidden="true">→</span>
          <span className="visually-hidden"> is read as </span>
          <b>{FIELD_LABELS[field] ?? field}</b>
        </li>
      ))}
    </ul>
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

/** How the file is read, and the choices that its own words leave open. */
export function FileChoices(props: FileChoicesProps): ReactNode {
  const { preview, recognised, choices, onChoose, isDisabled } = props;
  const fields = fieldsOf(recognised, choices);
  const shared = { choices, onChoose, isDisabled };
  return (
    <>
      {choices.areKept ? (
        <output className="text-m">Read with your choices for the previous file.</output>
      ) : null}
      <EncodingChoice {...shared} reading={preview.encoding} />
      <NumberChoices {...shared} columns={preview.columns} recognised={recognised} />
      <EventChoices {...shared} preview={preview} eventHeader={findHeader(fields, 'event')} />
      <DateChoice {...shared} dates={preview.openDates} />
      <CategoryChoices {...shared} preview={preview} fields={fields} />
      <ColumnChoices
        {...shared}
        recognised={recognised}
        isNeeded={preview.faultCount > 0 && areColumnsMissing(recognised, choices)}
      />
    </>
  );
}

/** Whether the header alone does not say how to read the file. */
function areColumnsMissing(recognised: ImportPreview['columns'], choices: Choices): boolean {
  const found = new Set(fieldsOf(recognised, choices).values());
  return (
    !found.has('event') ||
    (!found.has('fullName') && !(found.has('firstName') && found.has('lastName'))) ||
    recognised.some(({ header }) => isOpenTwin(header, recognised, choices))
  );
}
