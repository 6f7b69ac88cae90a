import { type DragEvent, type ReactNode, type RefObject, useState } from 'react';

import { Field } from '#client/ui/Field.tsx';
import { copyFile, formatBytes } from './chosen-file.ts';

export interface FilePickerProps {
  readonly label: string;
  readonly accept: string;
  readonly maxBytes: number;
  readonly file: File | undefined;
  readonly onChoose: (file: File) => void;
  readonly input?: RefObject<HTMLInputElement | null>;
  readonly hint?: ReactNode;
  readonly isRequired?: boolean;
  readonly isDisabled: boolean;
}

export function FilePicker(props: FilePickerProps): ReactNode {
  const { label, accept, maxBytes, file, onChoose, input, hint, isRequired, isDisabled } = props;
  const [problem, setProblem] = useState<string>();
  const [isOver, setIsOver] = useState(false);

  const take = async (files: FileList): Promise<void> => {
    const [original] = files;
    if (!original) return;
    const chosen = await copyFile(original, maxBytes);
    setProblem(chosen.ok ? undefined : chosen.error);
    if (chosen.ok) onChoose(chosen.value);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    void take(event.dataTransfer.files);
  };

  return (
    <Field label={label} hint={hint} error={problem}>
      {(control) => (
        // The input fills the frame, so that a file can be dropped anywhere in it. The name stands below its button, since
        // a drop does not show in the input.
        <div
          className={`grid grid-rows-[64px_auto] rounded-lg border-2 bg-raised ${isOver ? 'border-solid border-[var(--focus)]' : 'border-dashed border-line-strong'}`}
        >
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
              if (currentTarget.files) void take(currentTarget.files);
            }}
            onDragEnter={() => setIsOver(true)}
            onDragLeave={() => setIsOver(false)}
            onDrop={drop}
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
