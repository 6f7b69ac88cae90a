import {
  type ChangeEvent,
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useState,
} from 'react';
import { type FieldValues, useFormContext, type UseFormReturn, useWatch } from 'react-hook-form';

import { Field, type FieldControl } from '#client/ui/Field.tsx';
import { submitFromSelect } from '#client/ui/submit-from-select.ts';

/** Faults by path (`courses.0.name`), each a sentence that says what to do. */
export type Faults = Readonly<Record<string, string | undefined>>;

/** Typed values as the body of the request; undefined while something is missing or wrong. */
export interface Checked<Body> {
  readonly body?: Body | undefined;
  readonly faults: Faults;
}

export interface Fault {
  readonly path: string;
  readonly message: string;
}

/** The faults that the fields of a form show. */
export const FaultsShown = createContext<readonly Fault[]>([]);

export function listFaults(faults: Faults): readonly Fault[] {
  return Object.entries(faults).flatMap(([path, message]) =>
    message === undefined ? [] : [{ path, message }],
  );
}

export function isWithin(path: string, at: string): boolean {
  return path === at || path.startsWith(`${at}.`);
}

/** Precedes the names of the fields inside: `courses.0.` in a row of courses. */
export const PathPrefix = createContext('');

export function usePath(name: string): string {
  return use(PathPrefix) + name;
}

/** The fault of a field or of anything in it; undefined for none. */
export function useFault(name: string): string | undefined {
  const at = usePath(name);
  return use(FaultsShown).find(({ path }) => isWithin(path, at))?.message;
}

export function useTyped<Values extends FieldValues>({ control }: UseFormReturn<Values>): Values {
  return useWatch({ control }) as Values;
}

/** A value of the surrounding form, possibly undefined, and its setter. */
export function useFormValue<Value>(name: string): readonly [Value, (value: Value) => void] {
  const path = usePath(name);
  const { control, setValue } = useFormContext();
  const cut = path.lastIndexOf('.');
  // Watched through its parent: the form replaces an undefined value by its default.
  const parent: unknown = useWatch({
    control,
    name: (cut < 0 ? undefined : path.slice(0, cut)) as string,
  });
  const value = (parent as Readonly<Record<string, Value>> | undefined)?.[path.slice(cut + 1)];
  return [value as Value, (next) => setValue(path, next, { shouldDirty: true })];
}

export interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Announced when it changes; pass an empty one from the start. */
  readonly note?: string | undefined;
  /** Over the whole width. */
  readonly isWide?: boolean | undefined;
}

interface FormFieldProps extends FieldProps {
  readonly children: (control: FieldControl & { readonly name: string }) => ReactNode;
}

/** The label, notes and fault around the control of a field. */
function FormField({ name, isWide, children, ...notes }: FormFieldProps): ReactNode {
  const path = usePath(name);
  return (
    <div className={isWide ? 'col-span-full' : undefined}>
      <Field {...notes} error={useFault(name)}>
        {(control) => children({ ...control, name: path })}
      </Field>
    </div>
  );
}

type InputProps = Pick<
  ComponentProps<'input'>,
  | 'autoCapitalize'
  | 'className'
  | 'inputMode'
  | 'maxLength'
  | 'placeholder'
  | 'readOnly'
  | 'spellCheck'
> & {
  /** The height of a text of several lines. */
  readonly rows?: number;
};

export interface WrittenFieldProps<Value> extends FieldProps, InputProps {
  readonly format: (value: Value) => string;
  readonly parse: (text: string) => Value;
  /** Called on blur or Enter: a half-typed name could be that of another row. */
  readonly onLeave?: (value: Value) => void;
}

/** A value typed as text, which stays as typed while it parses to the value. */
export function WrittenField<Value>(props: WrittenFieldProps<Value>): ReactNode {
  const { name, label, hint, note, isWide, format, parse, onLeave, ...rest } = props;
  const { rows, className = '', ...input } = rest;
  const [value, setValue] = useFormValue<Value>(name);
  const own = format(value);
  const [typed, setTyped] = useState({ text: own, means: own });
  const text = typed.means === own ? typed.text : own;
  const leave = (): void => {
    if (onLeave && text !== own) {
      const left = parse(text.trim());
      setTyped({ text: text.trim(), means: format(left) });
      onLeave(left);
    }
  };
  return (
    <FormField {...{ name, label, hint, note, isWide }}>
      {(control) => {
        const typing = {
          autoComplete: 'off',
          ...input,
          ...control,
          className: `${control.className} ${className}`,
          value: text,
          onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
            const next = parse(target.value);
            setTyped({ text: target.value, means: onLeave ? own : format(next) });
            if (!onLeave) setValue(next);
          },
          onBlur: leave,
          onKeyDown: ({ key }: KeyboardEvent) => {
            if (key === 'Enter') leave();
          },
        };
        return rows === undefined ? (
          <input type="text" {...typing} />
        ) : (
          <textarea rows={rows} {...typing} />
        );
      }}
    </FormField>
  );
}

/** A text; if `isOptional`, an empty one becomes undefined. */
export function TextField(
  props: FieldProps & InputProps & { readonly isOptional?: boolean },
): ReactNode {
  const { isOptional = false, ...rest } = props;
  return (
    <WrittenField
      {...rest}
      format={(value: string | undefined) => value ?? ''}
      parse={(text) => (isOptional && text === '' ? undefined : text)}
    />
  );
}

/** An id or code, which takes effect when the field is left. */
export function NameField(
  props: FieldProps & { readonly onLeave: (name: string) => void; readonly readOnly?: boolean },
): ReactNode {
  return <WrittenField {...props} format={String} parse={String} />;
}

export function readNumber(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text.replaceAll(/[\s,]/g, ''));
}

/** A whole number or none; the check refuses anything else. */
export function NumberField(props: FieldProps): ReactNode {
  return (
    <WrittenField
      {...props}
      inputMode="numeric"
      format={(value: number | undefined) => (value === undefined ? '' : String(value))}
      parse={readNumber}
    />
  );
}

export function ListField(props: FieldProps & { readonly placeholder?: string }): ReactNode {
  return (
    <WrittenField
      {...props}
      format={(value: readonly string[] | undefined) => value?.join(', ') ?? ''}
      parse={(text) => {
        const named = splitList(text);
        return named.length === 0 ? undefined : named;
      }}
    />
  );
}

export function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export type Option = readonly [value: string, label: string];

export interface ChoiceProps extends FieldProps {
  readonly options: readonly Option[];
}

export interface SelectFieldProps extends ChoiceProps {
  /** The label of the default; without it something has to be chosen. */
  readonly unsaid?: string;
  /** Shown in place of the value at its path. */
  readonly value?: string | undefined;
  /** Replaces setting the value; empty for the default. */
  readonly onChosen?: (value: string) => void;
}

export function SelectField(props: SelectFieldProps): ReactNode {
  const { name, label, hint, isWide, options, unsaid, onChosen } = props;
  const [own, setValue] = useFormValue<string | undefined>(name);
  const value = ('value' in props ? props.value : own) ?? '';
  const isKnown = options.some(([known]) => known === value);
  return (
    <FormField {...{ name, label, hint, isWide }}>
      {(control) => (
        <select
          {...control}
          value={value}
          onKeyDown={submitFromSelect}
          onChange={({ target }) => {
            if (onChosen) onChosen(target.value);
            else setValue(unsaid !== undefined && target.value === '' ? undefined : target.value);
          }}
        >
          {unsaid === undefined ? null : <option value="">{unsaid}</option>}
          {isKnown || (value === '' && unsaid !== undefined) ? null : (
            <option value={value}>{value === '' ? 'Choose…' : `${value}?`}</option>
          )}
          {options.map(([known, words]) => (
            <option key={known} value={known}>
              {words}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}

export function CheckField(props: {
  readonly name: string;
  readonly label: string;
  /** Checked while the value is undefined. */
  readonly isDefault?: boolean;
}): ReactNode {
  const { name, label, isDefault = false } = props;
  const path = usePath(name);
  const [value = isDefault, setValue] = useFormValue<boolean | undefined>(name);
  const fault = useFault(name);
  return (
    <div>
      <label className="choice text-m">
        <input
          type="checkbox"
          name={path}
          aria-invalid={fault !== undefined}
          checked={value}
          onChange={({ target }) => setValue(target.checked)}
        />
        <span>{label}</span>
      </label>
      <FaultLine fault={fault} />
    </div>
  );
}

export function ChipsField(props: ChoiceProps & { readonly isOptional?: boolean }): ReactNode {
  const { name, options, isOptional = false } = props;
  const [chosen = [], setChosen] = useFormValue<readonly string[] | undefined>(name);
  const known = new Set(options.map(([value]) => value));
  // Names in the form that no longer exist can be removed.
  const gone = chosen
    .filter((value) => !known.has(value))
    .map((value): Option => [value, `${value}?`]);
  return (
    <Chips
      {...props}
      type="checkbox"
      options={[...options, ...gone]}
      isChosen={(value) => chosen.includes(value)}
      onChange={(value, isChosen) => {
        const others = chosen.filter((other) => other !== value);
        const next = isChosen ? [...others, value] : others;
        setChosen(isOptional && next.length === 0 ? undefined : next);
      }}
    />
  );
}

export function RadioField(props: ChoiceProps): ReactNode {
  const [chosen, setChosen] = useFormValue<string>(props.name);
  return (
    <Chips {...props} type="radio" isChosen={(value) => value === chosen} onChange={setChosen} />
  );
}

interface ChipsProps extends ChoiceProps {
  readonly type: 'checkbox' | 'radio';
  readonly isChosen: (value: string) => boolean;
  readonly onChange: (value: string, isChosen: boolean) => void;
}

function Chips(props: ChipsProps): ReactNode {
  const { name, label, hint, options, type, isChosen, onChange } = props;
  const path = usePath(name);
  const fault = useFault(name);
  return (
    <fieldset className="col-span-full plain-set">
      <legend className="text-s bold muted">{label}</legend>
      <div className="flow gap-1.5 pt-1">
        {options.map(([value, words]) => (
          <label key={value} className="chip text-m">
            <input
              type={type}
              name={path}
              aria-invalid={type === 'checkbox' ? fault !== undefined : undefined}
              checked={isChosen(value)}
              onChange={({ target }) => onChange(value, target.checked)}
            />
            <span>{words}</span>
          </label>
        ))}
      </div>
      {hint === undefined ? null : <p className="text-s muted">{hint}</p>}
      <FaultLine fault={fault} />
    </fieldset>
  );
}

function FaultLine({ fault }: { readonly fault: string | undefined }): ReactNode {
  return fault === undefined ? null : (
    <p className="text-s semibold pt-1 text-alert" role="alert">
      {fault}
    </p>
  );
}
