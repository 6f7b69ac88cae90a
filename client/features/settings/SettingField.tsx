import type { FocusEvent, ReactNode } from 'react';

import { Field } from '#client/ui/Field.tsx';
import layout from './layout.module.css';
import type { ConfigField } from '#client/organisers/texts/config-texts.ts';
import { FIELD_LABELS } from '#client/organisers/texts/config-texts.ts';
import { TheirChange } from './TheirChange.tsx';
import type { ConfigForm } from './use-config-form.ts';

export interface SettingFieldProps {
  readonly form: ConfigForm;
  readonly field: ConfigField;
  readonly label?: string;
  /** What it is for, in plain words. */
  readonly hint: string;
  readonly isLong?: boolean;
  readonly placeholder?: string;
  /** The id of a list of suggestions. */
  readonly list?: string;
  readonly onBlur?: () => void;
  /** What stands below the field: how it was understood, buttons. */
  readonly children?: ReactNode;
}

/** A setting that is written as text. */
export function SettingField(props: SettingFieldProps): ReactNode {
  const { form, field, label = FIELD_LABELS[field], hint, isLong = false } = props;
  const { placeholder, list, onBlur, children } = props;
  const registered = form.register(field);
  const behaviour = {
    ...registered,
    placeholder,
    autoComplete: 'off',
    onBlur: (event: FocusEvent): void => {
      onBlur?.();
      void registered.onBlur(event);
    },
  };
  return (
    <div className={layout.setting}>
      <Field label={label} hint={hint} error={form.errorOf(field)}>
        {(control) =>
          isLong ? (
            <textarea {...control} {...behaviour} rows={3} />
          ) : (
            <input {...control} {...behaviour} type="text" list={list} />
          )
        }
      </Field>
      {children}
      <TheirChange form={form} field={field} label={label} />
    </div>
  );
}
