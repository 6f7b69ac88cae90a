import type { ReactNode } from 'react';
import { useState } from 'react';

import type { ImportPreview } from '#shared/wire/import-api.ts';

import { Field } from '#client/ui/Field.tsx';
import type { Choices } from './choices.ts';
import { chooseColumn, fieldsOf, isOpenTwin } from './choices.ts';
import { ColumnsRead } from './ColumnsRead.tsx';
import { FIELD_LABELS } from './field-labels.ts';
import styles from './FileChoices.module.css';

/** Beyond these a file is hardly a list of runners, and a browser would be busy for long. */
const MAX_OFFERED = 200;

/** Stands for a column that is there twice until somebody chooses. */
const UNDECIDED = '?';

export interface ColumnChoicesProps {
  /** As the server read them without any choices. */
  readonly recognised: ImportPreview['columns'];
  readonly choices: Choices;
  readonly onChoose: (choices: Choices) => void;
  readonly isDisabled: boolean;
  /** Without a choice the file cannot be read. */
  readonly isNeeded: boolean;
  readonly hasNotes: boolean;
}

/** What each column is taken for, and, opened, a select to change it. */
export function ColumnChoices(props: ColumnChoicesProps): ReactNode {
  const { recognised, choices, onChoose, isDisabled, isNeeded, hasNotes } = props;
  const [isShown, setIsShown] = useState<boolean>();
  const isOpen = isShown ?? isNeeded;
  const fields = fieldsOf(recognised, choices);
  const headers = [...fields.keys()];
  return (
    <div className={styles.columns}>
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => {
          // Once open it stays so, also when the choices in it were all that was needed.
          setIsShown(currentTarget.open);
        }}
      >
        <summary className={styles.summary}>
          Columns <span className={styles.change}>{isOpen ? 'close' : 'change'}</span>
        </summary>
        {isOpen ? (
          <div className={styles.choices}>
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
                      {isTwin ? <option value={UNDECIDED}>There twice: choose</option> : null}
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
      {isOpen ? null : <ColumnsRead fields={fields} hasNotes={hasNotes} />}
    </div>
  );
}

/** Of several columns with one header none can be told from the others: they are left out, or stay as they are. */
function offeredFields(count: number, field: string): readonly string[] {
  if (count === 1) return Object.keys(FIELD_LABELS);
  return field === '' ? [] : [field];
}
