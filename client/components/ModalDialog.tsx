import type { MouseEvent, ReactNode } from 'react';
import { useLayoutEffect, useRef } from 'react';

import { lockScroll } from './lock-scroll.ts';

export interface ModalDialogProps {
  /** The id of the element that names it. */
  readonly labelledBy: string;
  readonly className: string | undefined;
  /** Escape, the back gesture and, unless `isFirm`, a click beside it. */
  readonly onClose: () => void;
  /** Only its own buttons close it: something typed could be lost. */
  readonly isFirm?: boolean;
  readonly data?: Readonly<Record<`data-${string}`, string>>;
  readonly children: ReactNode;
}

/**
 * A native dialog, open as long as it is rendered: it keeps the focus inside
 * and lies above everything; when it goes, the browser gives the focus back.
 */
export function ModalDialog(props: ModalDialogProps): ReactNode {
  const { labelledBy, className, onClose, isFirm = false, data, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed while it is still in the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    const unlock = lockScroll();
    return () => {
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
      className={className}
      {...data}
      aria-labelledby={labelledBy}
      onClick={closeIfOutside}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget }) => {
        // Asked twice in a row, a browser closes it without asking; here it is open until it goes.
        if (currentTarget.open) return;
        onClose();
        currentTarget.showModal();
      }}
    >
      {children}
    </dialog>
  );
}
