import type { ReactNode } from 'react';
import { type TextPart, labelPart, placeOf } from '#shared/model/setting-parts.ts';
import type { TextSetting } from '#shared/model/settings.ts';
import { Field } from '#client/ui/Field.tsx';
import layout from './layout.module.css';
import type { ConfigForm } from './use-config-form.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { SETTING_HINTS } from './setting-hints.ts';
import { showValue } from './setting-texts.ts';

interface TheirChangeProps {
  readonly form: ConfigForm;
  readonly field: TextPart;
  readonly label: string;
}

/** The value somebody else saved in a field that is being edited here, and the choice between both. */
export function TheirChange({ form, field, label }: TheirChangeProps): ReactNode {
  if (!form.conflicts.includes(field)) return null;
  const theirs = showValue(field, form.latest[field] ?? '');
  return (
    <Banner kind="notice">
      <p>
        Another organiser has changed {label}{' '}
        {theirs === '' ? 'and left it empty' : `to “${theirs}”`}.
      </p>
      <div className={layout.choice}>
        <Button aria-label={`Keep mine: ${label}`} onClick={() => form.settle(field, 'mine')}>
          Keep mine
        </Button>
        <Button aria-label={`Take theirs: ${label}`} onClick={() => form.settle(field, 'theirs')}>
          Take theirs
        </Button>
      </div>
    </Banner>
  );
}

export interface SettingFieldProps {
  readonly form: ConfigForm;
  readonly field: TextPart;
  readonly label?: string;
  /** The purpose in plain words, where the table of settings cannot say it. */
  readonly hint?: string;
  /** The id of a list of suggestions. */
  readonly list?: string;
  readonly onBlur?: () => void;
  readonly placeholder?: string;
  /** It follows from another setting. */
  readonly isReadOnly?: boolean;
  readonly beside?: ReactNode;
  /** Shown below the field: how it was understood, buttons. */
  readonly children?: ReactNode;
}

export function SettingField(props: SettingFieldProps): ReactNode {
  const { form, field, list, onBlur, beside, children } = props;
  const { setting, name } = placeOf(field);
  const hints = SETTING_HINTS[name as TextSetting];
  const { label = labelPart(field, form.config), hint = hints?.hint ?? '' } = props;
  const own = form.control(field);
  const behaviour = {
    ...own,
    placeholder: props.placeholder ?? hints?.example,
    autoComplete: 'off',
    readOnly: props.isReadOnly,
    onBlur: (): void => {
      onBlur?.();
      own.onBlur();
    },
  };
  return (
    <div className={layout.setting}>
      <Field label={label} error={form.errorOf(field)} {...(hint === '' ? {} : { hint })}>
        {(control) =>
          setting.kind === 'names' ? (
            <textarea {...control} {...behaviour} rows={3} />
          ) : (
            <div className={layout.control}>
              <input {...control} {...behaviour} type="text" list={list} />
              {beside}
            </div>
          )
        }
      </Field>
      {children}
      <TheirChange form={form} field={field} label={label} />
    </div>
  );
}
