import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';

import { coursesOf } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import {
  listScannerArgs,
  READER_KINDS,
  type ReaderForm as Reader,
  readerForm,
} from '#shared/wire/readers-api.ts';
import { FormDialog } from '#client/kit/FormDialog.tsx';
import {
  ChipsField,
  SelectField,
  TextField,
  useTyped,
  WrittenField,
} from '#client/kit/form-fields.tsx';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { useCopy } from '#client/organisers/session/use-copy.ts';

export interface ReaderDialogProps {
  readonly title: string;
  readonly confirmLabel: string;
  readonly values: Reader;
  readonly config: RaceConfig;
  /** Of the service's computer: `192.168.1.5/24`. */
  readonly networks: readonly string[];
  /** The name is fixed: journal and reads are stored under it. */
  readonly isNamed?: boolean;
  /** Without it, the dialog shows the command to start the reader elsewhere. */
  readonly onSave?: (reader: Reader) => Promise<unknown>;
  readonly onClose: () => void;
}

const CONNECTIONS = [
  ['listen', 'The reader connects to this computer'],
  ['connect', 'This computer connects to the reader'],
  ['file', 'None: read a file'],
] as const;

export function ReaderDialog(props: ReaderDialogProps): ReactNode {
  const { title, confirmLabel, values, config, networks, isNamed, onSave, onClose } = props;
  const form = useForm({ defaultValues: values });
  const typed = useTyped(form);
  const { data: body, error } = readerForm.safeParse(typed);
  const faults = error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? [];
  const command = body && !onSave ? spellCommand(body) : undefined;
  const { shown, copy, note } = useCopy(command ?? '');
  const plain = { autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <FormDialog
      width="form"
      title={title}
      confirmLabel={confirmLabel}
      form={form}
      checked={{ body, faults: Object.fromEntries(faults) }}
      // A command is not saved.
      isUnsaved={onSave ? undefined : false}
      onSave={async (reader) => {
        if (!onSave) return copy();
        await onSave(reader);
        onClose();
      }}
      onClose={onClose}
      below={
        command === undefined ? null : (
          <>
            <code ref={shown} className="secret block px-2.5 py-2 text-s font-regular">
              {command}
            </code>
            <output className="muted">{note}</output>
          </>
        )
      }
    >
      <TextField
        {...plain}
        name="source"
        isWide
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
      <TextField
        {...plain}
        name="zone"
        label="Time zone of its clock"
        hint={`Leave empty to use the race’s, ${config.timeZone}.`}
      />
      {typed.input === 'listen' ? (
        <WrittenField
          {...plain}
          name="allow"
          isWide
          label="Readers allowed to connect"
          hint={`Addresses or ranges, separated by commas. ${onSave ? describeOwn(networks) : ''}`}
          format={String}
          parse={(text) => text.replaceAll(/\s/g, '')}
        />
      ) : null}
      <ChipsField
        name="points"
        label="Points it covers"
        hint="If two readers cover one point, Race setup names the main one and the backup."
        options={coursesOf(config).points.map((point) => [point, describePoint(point, config)])}
      />
    </FormDialog>
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
