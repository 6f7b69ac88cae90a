import { type KeyboardEvent, type ReactNode, useState } from 'react';

import { Field } from '#client/ui/Field.tsx';
import { useFault } from './faults.ts';
import styles from './fields.module.css';
import type { Bound } from './rows.ts';

interface FieldProps<Value> {
  readonly field: Bound<Value>;
  readonly label: string;
  readonly hint?: string;
}
type Text = string | undefined;

/** A required text. */
export function TextField({ field, ...rest }: FieldProps<string>): ReactNode {
  const onChange = (text: Text): void => field.onChange(text ?? '');
  return <OptionalText {...rest} field={{ ...field, onChange }} />;
}

/** A text that is left out while it is empty. */
export function OptionalText(props: FieldProps<Text> & { readonly example?: string }): ReactNode {
  const { field, label, example, ...rest } = props;
  return (
    <Field label={label} error={useFault(field.at)} {...rest}>
      {(control) => (
        <input
          {...control}
          type="text"
          autoComplete="off"
          data-at={field.at}
          value={field.value ?? ''}
          placeholder={example}
          onChange={({ target }) => field.onChange(target.value === '' ? undefined : target.value)}
        />
      )}
    </Field>
  );
}

interface WrittenProps<Value> extends FieldProps<Value> {
  readonly format: (value: Value) => string;
  readonly parse: (text: string) => Value;
  /** Takes effect on blur or Enter: half-typed a name could be that of another row. */
  readonly isOnLeave?: boolean;
  readonly inputMode?: 'numeric';
  readonly example?: string;
}

/** A value that is typed as text; the text stays as typed while it means the value. */
export function WrittenField<Value>(props: WrittenProps<Value>): ReactNode {
  const { field, label, format, parse, isOnLeave = false, inputMode, example, ...rest } = props;
  const own = format(field.value);
  const [typed, setTyped] = useState({ text: own, means: own });
  const text = typed.means === own ? typed.text : own;
  const take = (given: string): void => {
    const value = parse(given);
    setTyped({ text: given, means: format(value) });
    field.onChange(value);
  };
  const leave = (): void => {
    if (isOnLeave && text !== own) take(text.trim());
  };
  return (
    <Field label={label} error={useFault(field.at)} {...rest}>
      {(control) => (
        <input
          {...control}
          type="text"
          autoComplete="off"
          data-at={field.at}
          inputMode={inputMode}
          placeholder={example}
          value={text}
          onChange={({ target }) => {
            if (isOnLeave) setTyped({ text: target.value, means: own });
            else take(target.value);
          }}
          onBlur={leave}
          onKeyDown={({ key }: KeyboardEvent) => {
            if (key === 'Enter') leave();
          }}
        />
      )}
    </Field>
  );
}

/** An id or code: rows that name it follow a change. */
export function NameField(
  props: FieldProps<string> & { readonly onRename: (name: string) => void },
): ReactNode {
  const { field, onRename, ...rest } = props;
  return (
    <WrittenField
      {...rest}
      isOnLeave
      field={{ ...field, onChange: onRename }}
      format={String}
      parse={String}
    />
  );
}

/** A whole number or none; the schema refuses anything else. */
export function NumberField(props: FieldProps<number | undefined>): ReactNode {
  return (
    <WrittenField
      {...props}
      inputMode="numeric"
      format={(value) => (value === undefined ? '' : String(value))}
      parse={(text) => (text.trim() === '' ? undefined : Number(text.replaceAll(/[\s,]/g, '')))}
    />
  );
}

/** Texts separated by commas. */
export function ListField(
  props: FieldProps<readonly string[] | undefined> & { readonly example?: string },
): ReactNode {
  return (
    <WrittenField
      {...props}
      format={(value) => value?.join(', ') ?? ''}
      parse={(text) => {
        const all = text.split(',').map((part) => part.trim());
        const named = all.filter((part) => part !== '');
        return named.length === 0 ? undefined : named;
      }}
    />
  );
}

interface SelectProps<Value extends string> extends FieldProps<Value | undefined> {
  readonly options: readonly (readonly [value: Value, label: string])[];
  /** The label of the default; without it something has to be chosen. */
  readonly unsaid?: string;
}

export function SelectField<Value extends string>(props: SelectProps<Value>): ReactNode {
  const { field, label, options, unsaid, ...rest } = props;
  const { value = '' } = field;
  const isKnown = options.some(([known]) => known === value);
  return (
    <Field label={label} error={useFault(field.at)} {...rest}>
      {(control) => (
        <select
          {...control}
          data-at={field.at}
          value={value}
          onChange={({ target }) =>
            field.onChange(options.find(([known]) => known === target.value)?.[0])
          }
        >
          {unsaid === undefined ? null : <option value="">{unsaid}</option>}
          {isKnown || (value === '' && unsaid !== undefined) ? null : (
            <option value={value}>{value === '' ? 'Choose…' : `${value}?`}</option>
          )}
          {options.map(([known, name]) => (
            <option key={known} value={known}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Yes or no; `unsaid` is the default. */
export function CheckField(
  props: Omit<FieldProps<boolean | undefined>, 'hint'> & { readonly unsaid: boolean },
): ReactNode {
  const { field, label, unsaid } = props;
  const fault = useFault(field.at);
  return (
    <div>
      <label className="choice text-m">
        <input
          type="checkbox"
          data-at={field.at}
          checked={field.value ?? unsaid}
          onChange={({ target }) =>
            field.onChange(target.checked === unsaid ? undefined : target.checked)
          }
        />
        <span>{label}</span>
      </label>
      {fault === undefined ? null : <p className={styles.fault}>{fault}</p>}
    </div>
  );
}

interface ChipsProps<Value extends string> extends FieldProps<readonly Value[] | undefined> {
  readonly options: readonly (readonly [value: Value, label: string])[];
  /** With none chosen the list stays, empty. */
  readonly isList?: boolean;
}

export function ChipsField<Value extends string>(props: ChipsProps<Value>): ReactNode {
  const { field, label, hint, options, isList = false } = props;
  const { value: chosen = [] } = field;
  const fault = useFault(field.at);
  const known = new Set<string>(options.map(([value]) => value));
  // Names in the document that no longer exist can be removed.
  const gone = chosen
    .filter((value) => !known.has(value))
    .map((value) => [value, `${value}?`] as const);
  return (
    <fieldset className="plain-set">
      <legend className="text-s bold muted">{label}</legend>
      <div className={styles.chips}>
        {[...options, ...gone].map(([value, name]) => (
          <label key={value} className="chip text-m">
            <input
              type="checkbox"
              data-at={field.at}
              checked={chosen.includes(value)}
              onChange={({ target }) => {
                const others = chosen.filter((other) => other !== value);
                const next = target.checked ? [...others, value] : others;
                field.onChange(next.length === 0 && !isList ? undefined : next);
              }}
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
      {hint === undefined ? null : <p className="text-s muted">{hint}</p>}
      {fault === undefined ? null : <p className={styles.fault}>{fault}</p>}
    </fieldset>
  );
}
