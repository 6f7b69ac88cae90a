import type { ReactNode } from 'react';

import type { ImportPreview } from '#shared/wire/import-api.ts';

import { Field } from '#client/ui/Field.tsx';
import type { Choices } from './choices.ts';
import { chooseColumn } from './choices.ts';
import { FIELD_LABELS } from './field-labels.ts';
import styles from './FileChoices.module.css';

export interface NumberChoicesProps {
  /** As the server read them last, and without any choices. */
  readonly columns: ImportPreview['columns'];
  readonly recognised: ImportPreview['columns'];
  readonly choices: Choices;
  readonly onChoose: (choices: Choices) => void;
  readonly isDisabled: boolean;
}

/** Asks what a column holds whose header people use for two things: `Race number`. */
export function NumberChoices(props: NumberChoicesProps): ReactNode {
  const { columns, recognised, choices, onChoose, isDisabled } = props;
  const asked = new Map(
    [...recognised, ...columns].flatMap(({ header, asks }) => (asks ? [[header, asks]] : [])),
  );
  if (asked.size === 0) return null;
  return (
    <div className={styles.events}>
      {[...asked].map(([header, asks]) => (
        <Field
          key={header}
          label={`“${header}” is`}
          hint="Some write it on the chest, others on the wrist: nothing in the file tells which."
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

/** Stands for the answer until somebody chooses. */
const UNDECIDED = '?';
