import type { RaceConfig } from '#shared/model/race-config.ts';
import type { ReactNode } from 'react';
import { useId } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useWatch } from 'react-hook-form';

import styles from './ConflictChoice.module.css';
import { showValue } from './describe-change.ts';
import type { EditorField, EditorValues } from './editor-values.ts';
import { EDITOR_FIELDS, FIELD_LABELS } from './editor-values.ts';
import type { Conflict } from './use-submit-runner.ts';

export interface ConflictChoiceProps {
  readonly conflict: Conflict;
  readonly form: UseFormReturn<EditorValues>;
  readonly config: RaceConfig | undefined;
}

/**
 * Both versions of a runner, field by field. What is chosen stands in the form
 * at once; a field that was left alone here starts out as theirs.
 */
export function ConflictChoice({ conflict, form, config }: ConflictChoiceProps): ReactNode {
  const { mine, theirs } = conflict;
  const id = useId();
  const now = useWatch({ control: form.control }) as EditorValues;
  const fields = EDITOR_FIELDS.filter((field) => mine[field] !== theirs[field]);

  const choice = (field: EditorField, whose: 'mine' | 'theirs'): ReactNode => {
    const isTheirs = now[field] === theirs[field];
    const mineNow = isTheirs ? mine[field] : now[field];
    const value = whose === 'mine' ? mineNow : theirs[field];
    return (
      <label className={styles.choice}>
        <input
          type="radio"
          name={`${id}-${field}`}
          checked={isTheirs === (whose === 'theirs')}
          onChange={() => {
            form.setValue(field, value, { shouldDirty: true });
          }}
        />
        <span>
          {whose === 'mine' ? 'Keep mine: ' : 'Take theirs: '}
          <strong>{showValue(field, value, config)}</strong>
        </span>
      </label>
    );
  };

  return (
    <div className={styles.conflict}>
      <p className={styles.lead} role="alert">
        Somebody else has changed this runner meanwhile. Nothing of yours is saved yet: choose for
        each field, then Submit.
      </p>
      {fields.map((field) => (
        <fieldset key={field} className={styles.field}>
          <legend>{FIELD_LABELS[field]}</legend>
          {choice(field, 'mine')}
          {choice(field, 'theirs')}
        </fieldset>
      ))}
    </div>
  );
}
