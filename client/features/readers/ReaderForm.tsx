import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import {
  type FieldErrors,
  type RegisterOptions,
  type Resolver,
  useForm,
  useWatch,
} from 'react-hook-form';

import { coursesOf } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import {
  listScannerArgs,
  READER_KINDS,
  type ReaderForm as Reader,
  readerForm,
} from '#shared/wire/readers-api.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { copyText } from '#client/organisers/session/copy-text.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { LeaveDialog } from '#client/ui/LeaveDialog.tsx';

export interface ReaderFormProps {
  readonly label: string;
  readonly values: Reader;
  readonly config: RaceConfig;
  /** The networks of the service's computer, `192.168.1.5/24`. */
  readonly networks: readonly string[];
  /** The name stays: journal and reads are kept under it. */
  readonly isNamed?: boolean;
  readonly submitLabel: string;
  readonly onCancel?: () => void;
  /** Resolves with the next state of the form. Without it the command is shown, to be started elsewhere. */
  readonly onSubmit?: (reader: Reader) => Promise<Reader>;
}

const CONNECTIONS = {
  listen: 'The reader connects to this computer',
  connect: 'This computer connects to the reader',
  file: 'None: read a file',
};

/** By the schema that the server asks too. */
const resolve: Resolver<Reader> = (values) => {
  const { data, error } = readerForm.safeParse(values);
  if (data) return { values: data, errors: {} };
  const faults = error.issues.map(({ path, message }) => [path[0], { type: 'custom', message }]);
  // The first of a field counts.
  const errors = Object.fromEntries(faults.toReversed()) as FieldErrors<Reader>;
  return { values: {}, errors };
};

export function ReaderForm(props: ReaderFormProps): ReactNode {
  const { label, values, config, networks, isNamed, submitLabel, onCancel, onSubmit } = props;
  const form = useForm<Reader>({ defaultValues: values, resolver: resolve });
  const { register, handleSubmit, setError, reset, control } = form;
  const { errors, isSubmitting, isDirty } = form.formState;
  const typed = useWatch({ control }) as Reader;
  const { data: entry } = readerForm.safeParse(typed);
  const command = useRef<HTMLElement>(null);
  const [isCopied, setIsCopied] = useState(false);

  const save = async (reader: Reader): Promise<void> => {
    try {
      if (onSubmit) reset(await onSubmit(reader));
      else if (command.current) {
        setIsCopied(await copyText(command.current.textContent, command.current));
      }
    } catch (error) {
      setError('root', { message: messageOf(error) });
    }
  };
  const text = (
    name: 'source' | 'host' | 'port' | 'allow' | 'zone',
    title: string,
    hint?: string,
    { setValueAs, ...more }: ComponentProps<'input'> & RegisterOptions<Reader> = {},
  ): ReactNode => (
    <Field label={title} hint={hint} error={errors[name]?.message}>
      {(field) => (
        <input
          {...field}
          {...register(name, setValueAs ? { setValueAs } : {})}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...more}
        />
      )}
    </Field>
  );
  const choice = (
    name: 'kind' | 'input',
    title: string,
    options: Readonly<Record<string, string>>,
  ): ReactNode => (
    <Field label={title} error={errors[name]?.message}>
      {(field) => (
        <select {...field} {...register(name)}>
          {Object.entries(options).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );

  return (
    <>
      <form
        className="framed grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] items-start gap-x-3.5 gap-y-3 p-4"
        aria-label={label}
        noValidate
        onSubmit={(event) => void handleSubmit(save)(event)}
      >
        {text('source', 'Name', 'Reads and journal are stored under this name.', {
          readOnly: isNamed,
          maxLength: 40,
        })}
        {choice('kind', 'Kind of reader', READER_KINDS)}
        {choice('input', 'Connection', CONNECTIONS)}
        {typed.input === 'connect' ? text('host', 'Address of the reader') : null}
        {typed.input === 'file'
          ? null
          : text('port', 'Port', undefined, {
              inputMode: 'numeric',
              maxLength: 5,
              setValueAs: (value) => Math.trunc(Number(value)) || 0,
            })}
        {typed.input === 'listen'
          ? text(
              'allow',
              'Readers allowed to connect',
              `Addresses or ranges, separated by commas. ${onSubmit ? describeOwn(networks) : ''}`,
              { setValueAs: (value) => String(value).replaceAll(/\s/g, '') },
            )
          : null}
        {text(
          'zone',
          'Time zone of its clock',
          `Leave empty to use the race’s, ${config.timeZone}.`,
        )}
        <fieldset className="col-span-full plain-set stack-4">
          <legend className="text-s bold muted">Where it stands</legend>
          <p className="text-s muted">
            If two readers cover one point, Race setup names the main one and the backup.
          </p>
          {errors.points ? (
            <p className="text-s semibold text-alert">{errors.points.message}</p>
          ) : null}
          <div className="flow">
            {coursesOf(config).points.map((point) => (
              <label key={point} className="choice shrinks pr-2.5">
                <input {...register('points')} type="checkbox" value={point} />
                <span className="shrinks anywhere">{describePoint(point, config)}</span>
              </label>
            ))}
          </div>
        </fieldset>
        {errors.root ? (
          <div className="col-span-full">
            <Banner kind="alert">{errors.root.message}</Banner>
          </div>
        ) : null}
        {entry && !onSubmit ? (
          <code
            ref={command}
            className="secret col-span-full block px-2.5 py-2 text-s font-regular"
          >
            {spellCommand(entry)}
          </code>
        ) : null}
        <div className="col-span-full flow">
          {onCancel ? <Button onClick={onCancel}>Cancel</Button> : null}
          <Button type="submit" kind="main" isBusy={isSubmitting}>
            {submitLabel}
          </Button>
          <output className="muted">{isCopied ? 'Copied.' : ''}</output>
        </div>
      </form>
      <LeaveDialog isOn={isDirty && onSubmit !== undefined} />
    </>
  );
}

/** The command that starts the scanner of a reader in a terminal. */
export function spellCommand(reader: Reader): string {
  return `npm run scanner -- ${listScannerArgs(reader).join(' ')}`;
}

/** The addresses to enter in the reader. */
function describeOwn(networks: readonly string[]): string {
  const addresses = networks.map((network) => network.replace(/\/.*/, ''));
  return addresses.length === 0
    ? 'This computer is in no network yet.'
    : `Set the reader to send to ${addresses.join(' or ')}, the address of this computer.`;
}
