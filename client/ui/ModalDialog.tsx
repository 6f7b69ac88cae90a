import type { MouseEvent, ReactNode } from 'react';
import { useLayoutEffect, useRef } from 'react';

import { lockScroll } from './lock-scroll.ts';
import { useBackCloses } from './overlays.ts';
import styles from './ModalDialog.module.css';

export interface ModalDialogProps {
  /** The id of the element that names it. */
  readonly labelledBy: string;
  /** `card`: slim, its parts reach the edge. `question`: a few lines. `form`: fields side by side. */
  readonly width: 'card' | 'question' | 'form';
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
