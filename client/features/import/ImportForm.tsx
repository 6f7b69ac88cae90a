import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm, type UseFormRegisterReturn } from 'react-hook-form';
import type { ImportMode } from '#shared/wire/import-api.ts';
import { MAX_UPLOAD_BYTES } from '#shared/wire/uploads.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { FilePicker } from '#client/organisers/uploads/FilePicker.tsx';
import { UploadForm } from '#client/organisers/uploads/UploadForm.tsx';
import {
  checkTyped,
  type Choices,
  keepChoices,
  NO_CHOICES,
  settleChoices,
  toMapping,
} from './choices.ts';
import styles from './PreviewOfFile.module.css';
import { ModeChoice } from './ModeChoice.tsx';
import { PreviewOfFile } from './PreviewOfFile.tsx';
import { useImport } from './use-import.ts';
import { Field } from '#client/ui/Field.tsx';
import { countOf } from '#client/organisers/texts/count-words.ts';
import { Link } from '#client/ui/Link.tsx';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';

/** The server's answer to an import, and the link to the runners; it takes the focus. */
function ImportDone({ lines }: { readonly lines: readonly string[] }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.focus();
  }, []);
  return (
    <div ref={place} className={styles.done} tabIndex={-1}>
      <Banner kind="done">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p>
          <Link to={ORGANISERS_SCREENS.registration}>Go to Registration</Link>
        </p>
      </Banner>
    </div>
  );
}

interface ConfirmScansProps {
  readonly scans: number;
  readonly field: UseFormRegisterReturn;
  readonly error: string | undefined;
}

/** Continues only once somebody typed the number of scans that are lost: times that were really run. */
function ConfirmScans({ scans, field, error }: ConfirmScansProps): ReactNode {
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

/** The server's work after the upload. */
const AFTERWARDS = { checking: 'Checking…', writing: 'Writing…' } as const;

interface ConfirmForm {
  readonly confirm: string;
}

export interface ImportFormProps {
  /** Nothing was restored since the last import here. */
  readonly isLatest: boolean;
  readonly onImported: () => void;
}

export function ImportForm({ isLatest, onImported }: ImportFormProps): ReactNode {
  const [file, setFile] = useState<File>();
  const [isAskedForFile, setIsAskedForFile] = useState(false);
  const [choices, setChoices] = useState(NO_CHOICES);
  const [mode, setMode] = useState<ImportMode>('replace');
  const importing = useImport({
    chooseFor(columns) {
      const kept = keepChoices(choices, columns);
      setChoices(kept);
      return toMapping(columns, kept);
    },
    onDone() {
      setFile(undefined);
      setChoices(NO_CHOICES);
      onImported();
    },
  });
  const { preview, recognised, isCurrent, busy, problem, done } = importing;
  const form = useForm<ConfirmForm>({ shouldUnregister: true });
  const input = useRef<HTMLInputElement>(null);
  const faults = useRef<HTMLElement>(null);
  const scans = preview?.overwrites.scans ?? 0;
  const isRefused = isCurrent && problem !== undefined;
  useEffect(() => {
    // The typed number agreed to another count.
    if (scans > 0) form.resetField('confirm', { defaultValue: '' });
  }, [form, scans]);
  useEffect(() => {
    if (isRefused && scans > 0) form.setFocus('confirm');
  }, [form, isRefused, scans]);

  const choose = (chosen: File): void => {
    setFile(chosen);
    setIsAskedForFile(false);
    importing.check({ file: chosen, mode });
  };
  const chooseMode = (chosen: ImportMode): void => {
    setMode(chosen);
    if (file) importing.checkAgain({ file, mode: chosen, mapping: toMapping(recognised, choices) });
  };
  const chooseReading = (chosen: Choices): void => {
    if (!file) return;
    setChoices(settleChoices(chosen, recognised));
    importing.checkAgain({ file, mode, mapping: toMapping(recognised, chosen) });
  };
  const submit = (): void => {
    if (busy) return;
    if (!file) {
      setIsAskedForFile(true);
      input.current?.focus();
    } else if (!preview) {
      importing.check({ file, mode });
    } else if (!isCurrent) {
      chooseReading(choices);
    } else if (preview.faults.length > 0) {
      faults.current?.focus();
    } else {
      const mapping = toMapping(recognised, choices);
      importing.write({ file, mode, mapping, confirm: String(scans) });
    }
  };

  return (
    <UploadForm
      underWay={busy && { share: busy.share, afterwards: AFTERWARDS[busy.kind] }}
      problem={
        <>
          {isAskedForFile ? <Banner kind="alert">Please select a file.</Banner> : null}
          {problem === undefined ? null : (
            <Banner kind="alert">
              {problem.split('\n').map((line) => (
                <p key={line}>{line}</p>
              ))}
            </Banner>
          )}
        </>
      }
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
      onCancel={importing.cancel}
    >
      {done && isLatest ? <ImportDone lines={done} /> : null}
      <FilePicker
        label="Upload a CSV"
        accept=".csv"
        maxBytes={MAX_UPLOAD_BYTES.runners}
        file={file}
        onChoose={choose}
        input={input}
        isRequired
        isDisabled={busy?.kind === 'writing'}
        hint={
          <>
            The first line names the columns: <a href="/example.csv">example CSV</a>. An EntryList
            of IOF XML 3.0, which is among all files, can be read too. You see what the file holds
            before anything is written.
          </>
        }
      />
      <ModeChoice mode={mode} onChoose={chooseMode} isDisabled={busy?.kind === 'writing'} />
      {preview ? (
        <PreviewOfFile
          preview={preview}
          recognised={recognised}
          choices={choices}
          onChoose={chooseReading}
          isDisabled={busy?.kind === 'writing'}
          faultList={faults}
        />
      ) : null}
      {preview && preview.faults.length === 0 && scans > 0 ? (
        <ConfirmScans
          key={scans}
          scans={scans}
          field={form.register('confirm', { validate: (typed) => checkTyped(typed, scans) })}
          error={form.formState.errors.confirm?.message}
        />
      ) : null}
    </UploadForm>
  );
}
