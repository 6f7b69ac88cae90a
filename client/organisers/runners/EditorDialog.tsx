import type { ReactNode } from 'react';
import { useId } from 'react';

import { ModalDialog } from '#client/ui/ModalDialog.tsx';
import { useLists } from '../lists/ListsProvider.tsx';
import styles from './EditorDialog.module.css';
import type { EditorValues } from './editor-values.ts';
import { nameRunner, newValues, valuesOf } from './editor-values.ts';
import type { EditDone } from './RunnerEditor.tsx';
import { RunnerEditor } from './RunnerEditor.tsx';
import type { Desk } from './use-desk.ts';

export interface EditorDialogProps {
  readonly desk: Desk;
  readonly onDone: (done: EditDone) => void;
  /** What stands above the form. */
  readonly children?: ReactNode;
}

/** The form over the screen: for a new runner, or for one who is given a band that was scanned. */
export function EditorDialog({ desk, onDone, children }: EditorDialogProps): ReactNode {
  const titleId = useId();
  const { isHeldGone } = useLists();
  const { editor, edited, config } = desk;
  if (!editor) return null;
  const { target } = editor;
  if (target.kind === 'runner' && (target.band === undefined || !edited)) return null;

  const band = target.kind === 'runner' ? target.band : target.filled.raceNumber;
  const isNew = target.kind === 'new';
  const values: EditorValues =
    isNew || !edited
      ? { ...newValues(config), ...(isNew ? target.filled : {}) }
      : { ...valuesOf(edited), raceNumber: band ?? edited.raceNumber };
  const title =
    isNew || !edited
      ? `New runner${band === undefined ? '' : ` with band ${band}`}`
      : `Give band ${band} to ${nameRunner(edited)}`;

  return (
    <ModalDialog width="form" labelledBy={titleId} onClose={desk.leave} isFirm>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {children}
      <RunnerEditor
        key={isNew ? 'new' : target.runnerId}
        values={values}
        runner={isNew ? undefined : edited}
        isGone={!isNew && isHeldGone}
        others={isNew ? [] : desk.editorsOf(target.runnerId)}
        config={config}
        isWarned={desk.isWarned}
        onTyped={desk.onTyped}
        mayGo={desk.mayGo}
        onCancel={() => {
          desk.close(editor);
        }}
        onDone={onDone}
      />
    </ModalDialog>
  );
}
