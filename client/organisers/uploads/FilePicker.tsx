import { type DragEvent, type ReactNode, type RefObject, useState } from 'react';

import { Field } from '#client/ui/Field.tsx';
import { copyFile, formatBytes } from './chosen-file.ts';
import styles from './FilePicker.module.css';

export interface FilePickerProps {
  readonly label: string;
  /** The `accept` attribute of the input: `.csv`, `image/png`. */
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
        <div className={styles.picker} data-over={isOver}>
          <input
            {...control}
            ref={input}
            className={styles.input}
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
          <output className={styles.chosen}>
            {file ? (
              `${file.name} · ${formatBytes(file.size)}`
            ) : (
              <>
                No file chosen yet<span className={styles.drop}>. You can also drop one here.</span>
              </>
            )}
          </output>
        </div>
      )}
    </Field>
  );
}
