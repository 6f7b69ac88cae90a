import {
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import {
  type ImportMapping,
  type ImportMode,
  type ImportPreview,
  MAX_UPLOAD_BYTES,
  IMPORT_MODES,
} from '#shared/wire/import-api.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { useConfig } from '#client/organisers/config/fetched-config.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { FilePicker } from '#client/organisers/uploads/FilePicker.tsx';
import { UploadForm } from '#client/organisers/uploads/UploadForm.tsx';
import { isTyped, keepOffered } from './choices.ts';
import { PreviewOfFile } from './PreviewOfFile.tsx';
import { useImport } from './use-import.ts';
import { useOwnReplacement } from './use-own-replacement.ts';
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
    <div ref={place} className="outline-none [&_a]:text-inherit" tabIndex={-1}>
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

/** What an import would remove; the largest loss first. */
interface Loss {
  readonly noun: 'scan' | 'wristband' | 'runner';
  readonly count: number;
  readonly fate: string;
}

function findLoss(preview: ImportPreview | undefined): Loss | undefined {
  if (!preview || preview.faults.length > 0) return undefined;
  const { merge, overwrites } = preview;
  const losses: readonly Loss[] = [
    {
      noun: 'runner',
      count: merge?.asked.count ?? 0,
      fate: 'who were seen or reported would be out, at another distance, or have another time.',
    },
    { noun: 'scan', count: overwrites.scans, fate: 'will no longer count.' },
    { noun: 'wristband', count: overwrites.bands, fate: 'will belong to nobody.' },
  ];
  return losses.find(({ count }) => count > 0);
}

interface ConfirmLossProps {
  readonly loss: Loss;
  readonly error: string | undefined;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onType: () => void;
}

function ConfirmLoss({ loss, error, input, onType }: ConfirmLossProps): ReactNode {
  const { noun, count, fate } = loss;
  return (
    <div className="max-w-[26rem]">
      <Field
        label={`To confirm, type the number of ${noun}s: ${count}`}
        hint={`${countOf(count, noun)} ${fate} The backup keeps the current data.`}
        error={error}
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            onChange={onType}
          />
        )}
      </Field>
    </div>
  );
}

/** The choices about how to read a file, which stay for the next: it is usually the same file corrected. */
interface Choices {
  readonly mapping: ImportMapping;
  /** The file for which the last one was made. */
  readonly madeFor?: File;
}

const NO_CHOICES: Choices = { mapping: {} };
const BUSY_LABELS = { checking: 'Checking…', writing: 'Writing…' } as const;

export function ImportForm(): ReactNode {
  const [file, setFile] = useState<File>();
  const [isFileMissing, setIsFileMissing] = useState(false);
  const [{ mapping, madeFor = file }, setChoices] = useState(NO_CHOICES);
  const [chosenMode, setMode] = useState<ImportMode>();
  const importing = useImport(() => {
    setFile(undefined);
    setChoices(NO_CHOICES);
    setMode(undefined);
  });
  const { preview, isCurrent, busy, problem, done } = importing;
  useOwnReplacement(busy === 'writing' || done !== undefined);
  const mode = chosenMode ?? preview?.mode;
  const input = useRef<HTMLInputElement>(null);
  const confirmInput = useRef<HTMLInputElement>(null);
  const faults = useRef<HTMLElement>(null);
  const loss = findLoss(preview);
  const lost = loss && `${loss.noun} ${loss.count}`;
  /** The loss whose number was typed wrong. */
  const [unconfirmed, setUnconfirmed] = useState<string>();
  const { data: config } = useConfig();
  useEffect(() => {
    const kept = config ? keepOffered(mapping, coursesOf(config)) : mapping;
    if (!file || busy || kept === mapping) return;
    setChoices({ mapping: kept, madeFor: madeFor ?? file });
    importing.check({ file, mode, mapping: kept });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each change of the race
  }, [config, busy]);
  const isRefused = isCurrent && problem !== undefined;
  useEffect(() => {
    if (isRefused && lost !== undefined) confirmInput.current?.focus();
  }, [isRefused, lost]);

  const choose = (chosen: File): void => {
    setFile(chosen);
    setIsFileMissing(false);
    setUnconfirmed(undefined);
    importing.check({ file: chosen, mode: chosenMode, mapping });
  };
  const chooseMode = (chosen: ImportMode): void => {
    setMode(chosen);
    if (file) importing.check({ file, mode: chosen, mapping });
  };
  const chooseReading = (chosen: ImportMapping): void => {
    if (!file) return;
    setChoices({ mapping: chosen, madeFor: file });
    importing.check({ file, mode, mapping: chosen });
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (busy) return;
    if (!file) {
      setIsFileMissing(true);
      input.current?.focus();
    } else if (!preview || !isCurrent) {
      importing.check({ file, mode, mapping });
    } else if (preview.faults.length > 0) {
      faults.current?.focus();
    } else if (loss && !isTyped(confirmInput.current?.value ?? '', loss.count)) {
      setUnconfirmed(lost);
      confirmInput.current?.focus();
    } else {
      const agreed = mode === 'merge' ? preview.merge?.asked.count : preview.overwrites.scans;
      setUnconfirmed(undefined);
      importing.write({ file, mode, mapping, confirm: String(agreed ?? 0) });
    }
  };

  return (
    <UploadForm
      busyLabel={busy && BUSY_LABELS[busy]}
      problem={
        <>
          {isFileMissing ? <Banner kind="alert">Please select a file.</Banner> : null}
          {problem === undefined ? null : (
            <Banner kind="alert">
              {problem.split('\n').map((line) => (
                <p key={line}>{line}</p>
              ))}
            </Banner>
          )}
        </>
      }
      onSubmit={submit}
    >
      {done ? <ImportDone lines={done} /> : null}
      <FilePicker
        label="Upload a CSV"
        accept=".csv"
        maxBytes={MAX_UPLOAD_BYTES.runners}
        file={file}
        onChoose={choose}
        input={input}
        isRequired
        isDisabled={busy === 'writing'}
        hint={
          <>
            The first line names the columns: <a href="/example.csv">example CSV</a>. The contents
            are shown before anything is written.
          </>
        }
      />
      <ModeChoice mode={mode} onChoose={chooseMode} isDisabled={busy === 'writing'} />
      {preview && madeFor !== file ? (
        <output className="text-m">Read with your choices for the previous file.</output>
      ) : null}
      {preview ? (
        <PreviewOfFile
          preview={preview}
          mapping={mapping}
          onChoose={chooseReading}
          isDisabled={busy === 'writing'}
          faultList={faults}
        />
      ) : null}
      {loss ? (
        <ConfirmLoss
          key={lost}
          loss={loss}
          error={unconfirmed === lost ? `Type ${loss.count} to continue.` : undefined}
          input={confirmInput}
          onType={() => setUnconfirmed(undefined)}
        />
      ) : null}
    </UploadForm>
  );
}

interface ModeChoiceProps {
  /** Undefined before a choice or a preview. */
  readonly mode: ImportMode | undefined;
  readonly onChoose: (mode: ImportMode) => void;
  readonly isDisabled: boolean;
}

const MODES: Readonly<Record<ImportMode, { readonly title: string; readonly hint: string }>> = {
  merge: {
    title: 'Add and merge',
    hint: 'Adds new runners, and updates those whose bib, or name and date of birth, is already entered. Scans and assigned bands stay.',
  },
  replace: {
    title: 'Replace everything',
    hint: 'All data is overwritten during upload: every runner and every scan.',
  },
};

/** Whether the file replaces all runners or adds to them (IMPORT.md IM40). */
function ModeChoice({ mode, onChoose, isDisabled }: ModeChoiceProps): ReactNode {
  const id = useId();
  return (
    <fieldset
      className="[&>legend]:mb-1 [&>legend]:p-0 [&>legend]:font-strong plain-set stack-6"
      disabled={isDisabled}
    >
      <legend>What happens to the runners already entered</legend>
      {IMPORT_MODES.map((each) => (
        <div key={each}>
          <label className="choice">
            <input
              type="radio"
              name="mode"
              value={each}
              checked={mode === each}
              aria-describedby={`${id}-${each}`}
              onChange={() => onChoose(each)}
            />
            {MODES[each].title}
          </label>
          <p id={`${id}-${each}`} className="ml-[30px] text-m muted">
            {MODES[each].hint}
          </p>
        </div>
      ))}
      <p className="text-m muted">A backup is made first. Settings, pictures and accounts stay.</p>
    </fieldset>
  );
}
