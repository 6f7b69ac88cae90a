import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

import { Field } from '#client/ui/Field.tsx';
import { countOf } from '#client/organisers/texts/count-words.ts';
import styles from './ImportForm.module.css';

export interface ConfirmScansProps {
  readonly scans: number;
  readonly field: UseFormRegisterReturn;
  readonly error: string | undefined;
}

/** Lets through only who has typed how many scans are lost: times that were really run. */
export function ConfirmScans({ scans, field, error }: ConfirmScansProps): ReactNode {
  return (
    <div className={styles.confirm}>
      <Field
        label={`To confirm, type the number of scans: ${scans}`}
        hint={`${countOf(scans, 'scan')} will no longer count. The backup keeps them.`}
        error={error}
      >
        {(control) => (
          <input {...control} {...field} type="text" inputMode="numeric" autoComplete="off" />
        )}
      </Field>
    </div>
  );
}
