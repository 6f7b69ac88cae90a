import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from './Button.tsx';
import { DialogButtons, type ModalDialogProps, ModalDialog } from './ModalDialog.tsx';

export interface ConfirmDialogProps {
  /** The question. */
  readonly title: string;
  /** The label of the button: the action, not `OK`. */
  readonly confirmLabel: string;
  /** `danger` when something is removed. */
  readonly kind?: 'main' | 'danger';
  readonly isBusy?: boolean;
  /** False while required fields are empty. */
  readonly isReady?: boolean;
  readonly isPassedByBack?: ModalDialogProps['isPassedByBack'];
  readonly width?: ModalDialogProps['width'];
  /** Another action that the user may have meant. */
  readonly otherwise?: { readonly label: string; readonly onChoose: () => void };
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** The consequences, in plain words, and fields if any. */
  readonly children: ReactNode;
}

/** Asks before an action with consequences. Enter confirms only from its button or one of its fields. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { title, confirmLabel, kind = 'main', isBusy = false, isReady = true } = props;
  const { otherwise, onConfirm, onCancel, isPassedByBack = false, children } = props;
  const { width = 'question' } = props;
  const titleId = useId();
  // An action in progress cannot be cancelled; its outcome is shown in the dialog.
  const cancel = (): void => {
    if (!isBusy) onCancel();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // React's events also bubble to a form of the screen around the dialog.
    event.stopPropagation();
    onConfirm();
  };
  return (
    <ModalDialog
      width={width}
      labelledBy={titleId}
      onClose={cancel}
      isFirm
      isPassedByBack={isPassedByBack}
    >
      <form onSubmit={submit}>
        <h2 id={titleId} className="heading anywhere">
          {title}
        </h2>
        <div className="stack-10 anywhere mt-2 mb-4 leading-[1.45] [&_ul]:m-0 [&_ul]:pl-[1.25em]">
          {children}
        </div>
        <DialogButtons>
          <Button aria-disabled={isBusy || undefined} onClick={cancel}>
            Cancel
          </Button>
          {otherwise ? <Button onClick={otherwise.onChoose}>{otherwise.label}</Button> : null}
          <Button type="submit" kind={kind} disabled={!isReady} isBusy={isBusy}>
            {confirmLabel}
          </Button>
        </DialogButtons>
      </form>
    </ModalDialog>
  );
}
