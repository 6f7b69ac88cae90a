import { type ReactNode, useEffect, useRef } from 'react';

import { MARSHAL_BIB } from '#shared/wire/marshal-api.ts';

const KEYS = ['1', '2', '3', 'Backspace', '4', '5', '6', '?', '7', '8', '9', '0'] as const;
/** Two rows, to leave room for the large button. */
const FLAT_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '?', 'Backspace'] as const;

/** The number after a key; characters that no bib contains are ignored. */
export function typeKey(typed: string, key: string): string {
  if (key === 'Backspace') return typed.slice(0, -1);
  const longer = typed + key.toUpperCase();
  return MARSHAL_BIB.test(longer) ? longer : typed;
}

export interface DigitsProps {
  readonly isFlat?: boolean;
  readonly onKey: (key: string) => void;
}

export function Digits({ isFlat = false, onKey }: DigitsProps): ReactNode {
  return (
    <div className={`grid ${isFlat ? 'grid-cols-6 gap-1' : 'grid-cols-4 gap-2'}`}>
      {(isFlat ? FLAT_KEYS : KEYS).map((key) => (
        <button
          key={key}
          type="button"
          className="outlined clickable min-h-[52px] rounded-md p-1 text-sign leading-[1.2]"
          {...(key === 'Backspace' ? { 'aria-label': 'Delete the last character' } : {})}
          {...(key === '?' ? { 'aria-label': '? for a digit that cannot be read' } : {})}
          onMouseDown={keepFocus}
          onClick={() => onKey(key)}
        >
          {key === 'Backspace' ? <BackSign /> : key}
        </button>
      ))}
    </div>
  );
}

function BackSign(): ReactNode {
  return (
    <svg
      viewBox="0 0 24 24"
      className="inline size-7 max-w-full fill-none stroke-current stroke-[1.75] align-middle"
      aria-hidden="true"
    >
      <path d="M8 5h12v14H8L2 12zM11 9l6 6M17 9l-6 6" />
    </svg>
  );
}

/** Keeps a tap from moving the focus, so that a keyboard continues to work. */
export function keepFocus(event: { readonly preventDefault: () => void }): void {
  event.preventDefault();
}

/** Calls `onKey` for these keys, wherever the focus is. */
export function useKeys(keys: RegExp, onKey: (key: string) => void): void {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || !keys.test(key)) return;
      // Enter and Space on a button press that button, once even if held down.
      const isOnButton =
        target instanceof Element && target.closest('button, a, [role=alertdialog]');
      const isPress = key === 'Enter' || key === ' ';
      if (isPress && isOnButton && !event.repeat) return;
      event.preventDefault();
      if (event.repeat) return;
      latest.current(key);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [keys]);
}
