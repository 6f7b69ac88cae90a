import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormProvider, useForm } from 'react-hook-form';

import { coursesOf } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import {
  listScannerArgs,
  READER_KINDS,
  type ReaderForm as Reader,
  readerForm,
} from '#shared/wire/readers-api.ts';
import {
  ChipsField,
  FaultsShown,
  SelectField,
  TextField,
  useTyped,
  WrittenField,
} from '#client/kit/form-fields.tsx';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { copyText } from '#client/organisers/session/copy-text.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { LeaveDialog } from '#client/ui/LeaveDialog.tsx';

export interface ReaderFormProps {
  readonly label: string;
  readonly values: Reader;
  readonly config: RaceConfig;
  /** Of the service's computer: `192.168.1.5/24`. */
  readonly networks: readonly string[];
  /** The name is fixed: journal and reads are stored under it. */
  readonly isNamed?: boolean;
  readonly submitLabel: string;
  readonly onCancel?: () => void;
  /** Resolves with the next values of the form. Without it, the form shows the command to start elsewhere. */
  readonly onSubmit?: (reader: Reader) => Promise<Reader>;
}

const CONNECTIONS = [
  ['listen', 'The reader connects to this computer'],
  ['connect', 'This computer connects to the reader'],
  ['file', 'None: read a file'],
] as const;

export function ReaderForm(props: ReaderFormProps): ReactNode {
  const { label, values, config, networks, isNamed, submitLabel, onCancel, onSubmit } = props;
  const form = useForm({ defaultValues: values });
  const typed = useTyped(form);
  const { data: entry, error } = readerForm.safeParse(typed);
  const [isTried, setIsTried] = useState(false);
  const [isCopied, setIsCopied] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  const command = useRef<HTMLElement>(null);
  const save = useMutation({
    mutationFn: async (reader: Reader) => {
      if (onSubmit) {
        const sent = form.getValues();
        const next = await onSubmit(reader);
        // Text typed since belongs to the next reader.
        const typedSince = Object.entries(form.getValues()).filter(
          ([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name as keyof Reader]),
        );
        form.reset(next);
        form.reset({ ...next, ...Object.fromEntries(typedSince) }, { keepDefaultValues: true });
        setIsTried(false);
      } else if (command.current) {
        setIsCopied(await copyText(command.current.textContent, command.current));
      }
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (save.isPending) return;
    if (entry) save.mutate(entry);
    else {
      flushSync(() => setIsTried(true));
      place.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    }
  };
  const faults = error?.issues.map(({ path, message }) => ({ path: String(path[0]), message }));
  const plain = { autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <FormProvider {...form}>
      <FaultsShown value={isTried && faults ? faults : []}>
        <form
          ref={place}
          className="framed grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] items-start gap-x-3.5 gap-y-3 p-4"
          aria-label={label}
          noValidate
          onSubmit={submit}
        >
          <TextField
            {...plain}
            name="source"
            label="Name"
            hint="Letters, digits, dots, dashes and underscores, no spaces: finish-mat. Reads and journal are stored under this name."
            readOnly={isNamed}
            maxLength={40}
          />
          <SelectField name="kind" label="Kind of reader" options={Object.entries(READER_KINDS)} />
          <SelectField name="input" label="Connection" options={CONNECTIONS} />
          {typed.input === 'connect' ? (
            <TextField {...plain} name="host" label="Address of the reader" />
          ) : null}
          {typed.input === 'file' ? null : (
            <WrittenField
              name="port"
              label="Port"
              inputMode="numeric"
              maxLength={5}
              format={(port: number) => (port === 0 ? '' : String(port))}
              parse={(text) => Math.trunc(Number(text)) || 0}
            />
          )}
          {typed.input === 'listen' ? (
            <WrittenField
              {...plain}
              name="allow"
              label="Readers allowed to connect"
              hint={`Addresses or ranges, separated by commas. ${onSubmit ? describeOwn(networks) : ''}`}
              format={String}
              parse={(text) => text.replaceAll(/\s/g, '')}
            />
          ) : null}
          <TextField
            {...plain}
            name="zone"
            label="Time zone of its clock"
            hint={`Leave empty to use the race’s, ${config.timeZone}.`}
          />
          <ChipsField
            name="points"
            label="Points it covers"
            hint="If two readers cover one point, Race setup names the main one and the backup."
            options={coursesOf(config).points.map((point) => [point, describePoint(point, config)])}
          />
          {save.error ? (
            <div className="col-span-full">
              <Banner kind="alert">{messageOf(save.error)}</Banner>
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
            <Button type="submit" kind="main" isBusy={save.isPending}>
              {submitLabel}
            </Button>
            <output className="muted">{isCopied ? 'Copied.' : ''}</output>
          </div>
        </form>
        <LeaveDialog isOn={form.formState.isDirty && onSubmit !== undefined} />
      </FaultsShown>
    </FormProvider>
  );
}

export function spellCommand(reader: Reader): string {
  return `npm run scanner -- ${listScannerArgs(reader).join(' ')}`;
}

/** The addresses to be entered in the reader. */
function describeOwn(networks: readonly string[]): string {
  const addresses = networks.map((network) => network.replace(/\/.*/, ''));
  return addresses.length === 0
    ? 'This computer is not connected to a network yet.'
    : `Set the reader to send to ${addresses.join(' or ')}, the address of this computer.`;
}
