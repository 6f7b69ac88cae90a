import { type ReactNode, useId } from 'react';

import { placeOf, type TextPart } from '#shared/model/setting-parts.ts';
import type { TextSetting } from '#shared/model/settings.ts';
import { MineOrTheirs } from '#client/kit/SaveBar.tsx';
import { Field } from '#client/ui/Field.tsx';
import { SETTING_HINTS } from './setting-hints.ts';
import { showValue } from './setting-texts.ts';
import type { ConfigForm } from './use-config-form.ts';

export function Section(props: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <section
      className="framed stack-14 shrinks px-[18px] pt-4 pb-[18px] phone:p-3"
      aria-labelledby={id}
    >
      <h2 id={id} className="bold text-title-s leading-[1.3]">
        {props.title}
      </h2>
      {props.children}
    </section>
  );
}

export interface FieldOfForm {
  readonly form: ConfigForm;
  readonly field: TextPart;
}

/** The choice where somebody else saved another value in a field that is being edited here. */
export function TheirChange({ form, field }: FieldOfForm): ReactNode {
  if (!form.conflicts.includes(field)) return null;
  const label = form.labelOf(field);
  const theirs = showValue(field, form.latest[field] ?? '');
  return (
    <MineOrTheirs label={label} onKeep={(keep) => form.settle(field, keep)}>
      Another organiser has changed {label} {theirs === '' ? 'and left it empty' : `to “${theirs}”`}
      .
    </MineOrTheirs>
  );
}

export interface SettingFieldProps extends FieldOfForm {
  /** The purpose in plain words, where the table of settings cannot say it. */
  readonly hint?: string;
  readonly list?: string;
  readonly onBlur?: () => void;
  readonly placeholder?: string | undefined;
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
  const { hint = hints?.hint } = props;
  const own = form.control(field);
  const behaviour = {
    ...own,
    placeholder: props.placeholder ?? hints?.example,
    autoComplete: 'off',
    readOnly: props.isReadOnly,
    onBlur: (event: unknown): void => {
      onBlur?.();
      void own.onBlur(event as Parameters<typeof own.onBlur>[0]);
    },
  };
  return (
    <div className="stack-8 shrinks one-column content-start">
      <Field label={form.labelOf(field)} error={form.errorOf(field)} hint={hint || undefined}>
        {(control) =>
          setting.kind === 'names' ? (
            <textarea {...control} {...behaviour} rows={3} />
          ) : (
            <div className="flow gap-1.5 [&>button]:px-3.5 [&>input]:flex-[1_1_11.5rem]">
              <input {...control} {...behaviour} type="text" list={list} />
              {beside}
            </div>
          )
        }
      </Field>
      {children}
      <TheirChange form={form} field={field} />
    </div>
  );
}
