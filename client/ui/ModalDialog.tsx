import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useBackCloses } from './overlays.ts';
import styles from './ModalDialog.module.css';

/** The buttons at the foot of a dialog: the way out first, the main action last. */
export function DialogButtons({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.buttons}>{children}</div>;
}

export interface ModalDialogProps {
  readonly labelledBy: string;
  /**
   * `card`: slim, with content up to the edge. `question`: a few lines. `form`: fields side by side.
   * `sheet`: a list of choices.
   */
  readonly width: 'card' | 'question' | 'form' | 'sheet';
  /** Called for Escape, the back gesture and, unless `isFirm`, a click outside. */
  readonly onClose: () => void;
  /** A click outside does not close it: typed text could be lost. */
  readonly isFirm?: boolean;
  /** Back does not close it, but leaves the screen, or is the step that the dialog asks about. */
  readonly isPassedByBack?: boolean;
  readonly children: ReactNode;
}

/** A native dialog, open while it is rendered. The browser keeps the focus inside and restores it afterwards. */
export function ModalDialog(props: ModalDialogProps): ReactNode {
  const { labelledBy, width, onClose, isFirm = false, children } = props;
  useBackCloses(!(props.isPassedByBack ?? false), onClose);
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed while still in the document: only then does the browser restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    const { documentElement: root } = document;
    // For base.css: whether the page has a scroll bar.
    root.toggleAttribute('data-scrolls', root.scrollHeight > root.clientHeight);
    element?.showModal();
    return () => {
      element?.close();
      // Its opener may be gone: the focus then moves to the screen, not to the top of the page.
      if (document.activeElement === document.body) {
        document.getElementById('screen')?.focus({ preventScroll: true });
      }
    };
  }, []);

  const closeIfOutside = (event: MouseEvent): void => {
    if (!isFirm && event.target === event.currentTarget) onClose();
  };

  return (
    // The click is a shortcut for pointers; keyboards have Escape and the button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-width={width}
      aria-labelledby={labelledBy}
      onClick={closeIfOutside}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
      // Escape while nothing has the focus, and the back gesture. A file picker inside has this event, too.
      onCancel={(event) => {
        // Otherwise the browser closes it whatever the page does.
        if (event.target !== event.currentTarget || !event.cancelable) return;
        event.preventDefault();
        onClose();
      }}
      // Closed by the browser: its owner decides, and may ask about typed text first.
      onClose={({ currentTarget }) => {
        if (currentTarget.open || !currentTarget.isConnected) return;
        currentTarget.showModal();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}
