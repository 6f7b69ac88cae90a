import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useBackCloses } from './overlays.ts';
import styles from './ModalDialog.module.css';

/** The buttons at the foot of a dialog: the way out first, the main action last. */
export function DialogButtons({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.buttons}>{children}</div>;
}

let locks = 0;

/**
 * Locks the scroll of the page behind a dialog, without the sideways jump of a vanishing scroll
 * bar. Returns a function that unlocks it, once; dialogs can be stacked and close in any order.
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
   * `card`: slim, its parts reach the edge. `question`: a few lines. `form`: fields side by side.
   * `sheet`: a list to choose from.
   */
  readonly width: 'card' | 'question' | 'form' | 'sheet';
  /** Called for Escape, the back gesture and, unless `isFirm`, a click outside. */
  readonly onClose: () => void;
  /** Only its own buttons close it: typed text could be lost. */
  readonly isFirm?: boolean;
  /** Back passes it by: it leads away from the screen, or this dialog asks about it. */
  readonly isPassedByBack?: boolean;
  readonly children: ReactNode;
}

/**
 * A native dialog, open while it is rendered: it keeps the focus inside and is above everything;
 * afterwards the browser restores the focus.
 */
export function ModalDialog(props: ModalDialogProps): ReactNode {
  const { labelledBy, width, onClose, isFirm = false, children } = props;
  useBackCloses(!(props.isPassedByBack ?? false), onClose);
  const dialog = useRef<HTMLDialogElement>(null);
  const isRendered = useRef(false);
  const hasAsked = useRef(false);
  const focused = useRef<HTMLElement>(null);
  // Closed while it is still in the page: only then does the browser restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    isRendered.current = true;
    element?.showModal();
    const unlock = lockScroll();
    return () => {
      isRendered.current = false;
      unlock();
      element?.close();
      // What opened it may be gone by now: keys go on from the screen, not from the top of the page.
      if (document.activeElement === document.body) {
        document.getElementById('screen')?.focus({ preventScroll: true });
      }
    };
  }, []);

  const closeIfOutside = (event: MouseEvent): void => {
    if (!isFirm && event.target === event.currentTarget) onClose();
  };

  return (
    // The click is a shortcut for pointers; everyone else has Escape and the button.
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
        // A browser closes the dialog on the second Escape in a row whatever the handler says, and reports it only
        // later: text typed in between would be lost.
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        // A browser closes it anyway unless somebody pressed something since the last question.
        hasAsked.current = !event.cancelable;
        onClose();
      }}
      onClose={({ currentTarget }) => {
        // It stays open while it is rendered: its owner may keep it.
        if (currentTarget.open || !isRendered.current) return;
        if (!hasAsked.current) onClose();
        hasAsked.current = false;
        if (!isRendered.current) return;
        const before = focused.current;
        currentTarget.showModal();
        // The dialog starts at its first field; the page continues where the focus was.
        before?.focus();
      }}
    >
      {children}
    </dialog>
  );
}
