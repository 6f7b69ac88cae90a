import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';

import { lookAtText, ReaderBurst } from '../runners/reader-burst.ts';

/**
 * Fields that expect a read: the filters, and the form that passes it to its wristband. Password managers and security
 * keys type as fast as a reader.
 */
const EXPECTED = 'search, [data-takes-reads], [type=password], [autocomplete=one-time-code]';

/** Elements that an Enter would act on. */
const ACTING = 'input, select, textarea, button, summary, a';

/**
 * A band that is read while a field or a button of another form has the focus is not entered there,
 * and presses nothing: the text is restored, and a line says so.
 */
export function UnexpectedReads(): ReactNode {
  const [number, setNumber] = useState('');
  const note = useRef<HTMLDivElement>(null);

  // Before anything can be read into the shown fields.
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
    // Above an open dialog; a browser without popovers shows it on the screen below.
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

/** Sets the text as if it were typed, so that the form notices. */
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
