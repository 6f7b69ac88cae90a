import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useBackCloses } from './overlays.ts';
import styles from './ModalDialog.module.css';

/** The buttons at the foot of a dialog: the way out first, the main action last. */
export function DialogButtons({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.buttons}>{children}</div>;
}

let locks = 0;

/**
 * Locks the scroll of the page behind a dialog; padding in place of the scroll bar keeps the page from jumping sideways.
 * Returns the function that unlocks it, to be called once; stacked dialogs may close in any order.
 */
function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement;
  if (locks === 0) {
    style.paddingRight = `${window.innerWidth - clientWidth}px`;
    style.overflow = 'hidden';
  }
  locks += 1;
  return () => {
    locks -= 1;
    if (locks > 0) return;
    style.removeProperty('padding-right');
    style.removeProperty('overflow');
  };
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
  const isRendered = useRef(false);
  const hasAsked = useRef(false);
  const focused = useRef<HTMLElement>(null);
  // Closed while still in the document: only then does the browser restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    isRendered.current = true;
    element?.showModal();
    const unlock = lockScroll();
    return () => {
      isRendered.current = false;
      unlock();
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
      onFocus={({ target }) => {
        focused.current = target;
      }}
      onKeyDown={(event) => {
        // Browsers close the dialog on a second Escape even if `cancel` is prevented, and report it only later: text
        // typed in between would be lost.
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        // Browsers close it anyway unless there was a user action since the last `cancel`.
        hasAsked.current = !event.cancelable;
        onClose();
      }}
      onClose={({ currentTarget }) => {
        // The owner may keep it rendered, so it is opened again.
        if (currentTarget.open || !isRendered.current) return;
        if (!hasAsked.current) onClose();
        hasAsked.current = false;
        if (!isRendered.current) return;
        const before = focused.current;
        currentTarget.showModal();
        // `showModal` focuses the first field.
        before?.focus();
      }}
    >
      {children}
    </dialog>
  );
}
