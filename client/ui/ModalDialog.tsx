import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useBackCloses } from './overlays.ts';
import styles from './ModalDialog.module.css';

/** The row at the foot of a dialog: the way out first, what one came to do last. */
export function DialogButtons({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.buttons}>{children}</div>;
}

let locks = 0;

/**
 * Keeps the page behind a dialog where it is, without the jump sideways that a
 * vanishing scroll bar makes. Returns what lets it go again, once; dialogs may
 * lie over one another and go in any order.
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
  /** The id of the element that names it. */
  readonly labelledBy: string;
  /** `card`: slim, its parts reach the edge. `question`: a few lines. `form`: fields side by side. `sheet`: what one chooses from. */
  readonly width: 'card' | 'question' | 'form' | 'sheet';
  /** Escape, the back gesture and, unless `isFirm`, a click beside it. */
  readonly onClose: () => void;
  /** Only its own buttons close it: something typed could be lost. */
  readonly isFirm?: boolean;
  /** Back is not for it to answer: it leads away from the screen, or is asked about by it. */
  readonly isPassedByBack?: boolean;
  readonly children: ReactNode;
}

/**
 * A native dialog, open as long as it is rendered: it keeps the focus inside
 * and lies above everything; when it goes, the browser gives the focus back.
 */
export function ModalDialog(props: ModalDialogProps): ReactNode {
  const { labelledBy, width, onClose, isFirm = false, children } = props;
  useBackCloses(!(props.isPassedByBack ?? false), onClose);
  const dialog = useRef<HTMLDialogElement>(null);
  const isRendered = useRef(false);
  const hasAsked = useRef(false);
  const focused = useRef<HTMLElement>(null);
  // Closed while it is still in the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    isRendered.current = true;
    element?.showModal();
    const unlock = lockScroll();
    return () => {
      isRendered.current = false;
      unlock();
      element?.close();
    };
  }, []);

  const closeIfOutside = (event: MouseEvent): void => {
    if (!isFirm && event.target === event.currentTarget) onClose();
  };

  return (
    // The click is a shortcut for those who point; everyone else has Escape and the button.
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
        // Left to the browser, the second Escape in a row closes it whatever is said, and only
        // later tells: what is typed meanwhile would be lost.
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        // Unless somebody pressed something since it last asked, a browser closes it all the same.
        hasAsked.current = !event.cancelable;
        onClose();
      }}
      onClose={({ currentTarget }) => {
        // It is open until it goes: whoever decides that may keep it.
        if (currentTarget.open || !isRendered.current) return;
        if (!hasAsked.current) onClose();
        hasAsked.current = false;
        if (!isRendered.current) return;
        const before = focused.current;
        currentTarget.showModal();
        // Opening begins at the first field; one goes on where one was.
        before?.focus();
      }}
    >
      {children}
    </dialog>
  );
}
