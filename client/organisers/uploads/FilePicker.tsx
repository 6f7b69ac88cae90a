import { type ReactNode, type RefObject, useState } from 'react';

import { Field } from '#client/ui/Field.tsx';

const MEGABYTE = 1024 * 1024;

export interface FilePickerProps {
  readonly label: string;
  readonly accept: string;
  readonly maxBytes: number;
  readonly file: File | undefined;
  readonly onChoose: (file: File) => void;
  /** The fault of the file chosen last. */
  readonly fault?: string | undefined;
  readonly input?: RefObject<HTMLInputElement | null>;
  readonly hint?: ReactNode;
  readonly isRequired?: boolean;
  readonly isDisabled: boolean;
}

export function FilePicker(props: FilePickerProps): ReactNode {
  const { label, accept, maxBytes, file, onChoose, fault, input, hint, isRequired, isDisabled } =
    props;
  const [problem, setProblem] = useState<string>();

  const take = ([chosen]: FileList): void => {
    if (!chosen) return;
    const isTooLarge = chosen.size > maxBytes;
    setProblem(
      isTooLarge ? `The file is too large: ${maxBytes / MEGABYTE} MB at most.` : undefined,
    );
    if (!isTooLarge) onChoose(chosen);
  };

  return (
    <Field label={label} hint={hint} error={problem ?? fault}>
      {(control) => (
        // The input fills the frame, so that a file can be dropped anywhere in it. The name stands below its button, since
        // a drop does not show in the input.
        <div className="grid grid-rows-[64px_auto] rounded-lg border-2 border-dashed border-line-strong bg-raised">
          <input
            {...control}
            ref={input}
            className="shrinks full-width [grid-area:1/1/span_2] rounded-md p-3.5 text-transparent file:m-0 file:min-h-11 file:cursor-pointer file:rounded-md file:border file:border-line-strong file:bg-surface file:px-4 file:[font-family:inherit] file:text-[length:inherit] file:font-bold file:text-ink disabled:file:cursor-not-allowed disabled:file:border-line disabled:file:text-muted"
            type="file"
            accept={accept}
            required={isRequired}
            disabled={isDisabled}
            onClick={({ currentTarget }) => {
              // Lets the same file be chosen again after an edit.
              currentTarget.value = '';
            }}
            onChange={({ currentTarget }) => {
              if (currentTarget.files) take(currentTarget.files);
            }}
          />
          <output className="shrinks anywhere pointer-events-none [grid-area:2/1] px-3.5 pb-3.5 text-m font-strong">
            {file ? (
              `${file.name} · ${formatBytes(file.size)}`
            ) : (
              <>
                No file chosen yet
                <span className="pointer-coarse:hidden">. You can also drop one here.</span>
              </>
            )}
          </output>
        </div>
      )}
    </Field>
  );
}

/** `824 bytes`, `12 kB`, `3.4 MB`. */
function formatBytes(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
