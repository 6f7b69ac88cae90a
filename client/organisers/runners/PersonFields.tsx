import { type ReactNode, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type RunnerDetail, RUNNER_DETAILS } from '#shared/model/runner.ts';
import { listHeldBack } from '#shared/wire/rights.ts';
import { Field } from '#client/ui/Field.tsx';
import { useOrganiser } from '../session/use-session.ts';
import styles from './PersonFields.module.css';
import { type EditorValues, FIELD_LABELS } from './editor-values.ts';

const PLACEHOLDERS: Partial<Readonly<Record<RunnerDetail, string>>> = {
  emergencyContact: 'name and number',
  birthDate: '1984-06-05',
  sex: 'F, M or X',
};

/** What only organisers keep about a runner (SCREENS.md SG17): folded until it is wanted. */
export function PersonFields({ form }: { readonly form: UseFormReturn<EditorValues> }): ReactNode {
  const { errors } = form.formState;
  const held: readonly string[] = listHeldBack(useOrganiser().role);
  const [isOpen, setIsOpen] = useState(false);
  const isAtFault = RUNNER_DETAILS.some((name) => errors[name] !== undefined);
  return (
    <details
      className={styles.person}
      open={isOpen || isAtFault}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>Phone, emergency contact and person</summary>
      <p className={styles.note}>For organisers alone. Sex and date of birth make the category.</p>
      <div className={styles.fields}>
        {RUNNER_DETAILS.filter((name) => !held.includes(name)).map((name) => (
          <Field key={name} label={FIELD_LABELS[name]} error={errors[name]?.message}>
            {(control) => (
              <input
                {...control}
                {...form.register(name)}
                type="text"
                inputMode={name === 'mobileNumber' ? 'tel' : 'text'}
                autoComplete="off"
                spellCheck={false}
                placeholder={PLACEHOLDERS[name]}
              />
            )}
          </Field>
        ))}
      </div>
    </details>
  );
}
