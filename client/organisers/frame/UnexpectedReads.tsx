import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';

import { lookAtText, ReaderBurst } from '../runners/reader-burst.ts';

/**
 * Fields that accept fast typing: filters, the forms that move a read to their wristband field, and those that password
 * managers and security keys fill as fast as a reader.
 */
const EXPECTED = 'search, [data-takes-reads], [type=password], [autocomplete=one-time-code]';

/** Elements that act on Enter or hold the typed text. */
const ACTING = 'input, select, textarea, button, summary, a';

/**
 * Keeps a band read out of any other field or button that has the focus: restores its text, stops the Enter, and shows
 * a note.
 */
export function UnexpectedReads(): ReactNode {
  const [number, setNumber] = useState('');
  const note = useRef<HTMLDivElement>(null);

  // In a layout effect, before a reader can type into the fields.
  useLayoutEffect(() => {
    const burst = new ReaderBurst<string>();
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, repeat, target } = event;
      setNumber('');
      if (!(target instanceof HTMLElement)) return;
      const read = burst.take(repeat ? 'held' : key, event.timeStamp, () => lookAtText(target));
      if (!read || target.closest(EXPECTED) || !target.matches(ACTING)) return;
      event.preventDefault();
      event.stopPropagation();
      putBack(target, read.before);
      setNumber(read.number);
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, []);
  useEffect(() => {
    // Above an open dialog; without popovers in the browser, beneath it.
    note.current?.togglePopover?.(number !== '');
  }, [number]);

  return (
    <div
      ref={note}
      popover="manual"
      role="alert"
      className="tone-alert semibold fixed inset-x-0 top-auto bottom-6 mx-auto w-fit max-w-[calc(100vw-2*var(--edge))] rounded-md border-0 px-4 py-3 empty:hidden"
    >
      {number === ''
        ? ''
        : `${number} was read here and is not entered. Hand out wristbands on Registration.`}
    </div>
  );
}

/** Sets the text as if it were typed, so that React handles the change. */
function putBack(target: HTMLElement, text: string): void {
  const holdsText =
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement;
  if (!holdsText || target.value === text) return;
  // React would ignore a value that is set directly.
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value');
  setter?.set?.call(target, text);
  const isChoice = target instanceof HTMLSelectElement;
  target.dispatchEvent(new Event(isChoice ? 'change' : 'input', { bubbles: true }));
}
