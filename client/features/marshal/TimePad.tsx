import { describeTimeOfDay } from '#client/organisers/texts/start-text.ts';
import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react';

import { Digits, keepFocus, typeKey, useKeys } from './Digits.tsx';
import { ACTION, Display, KEYPAD, TYPED, type KeypadProps } from './Keypad.tsx';
import { type KeptTap, lacksBib } from './marshal-tap.ts';
import { describeFit, describeLast } from './marshal-view.ts';

const TYPED_OR_SPACE = new RegExp(`${TYPED.source}|^ $`, 'u');

export interface TimePadProps extends KeypadProps {
  readonly onFill: (tap: KeptTap) => void;
}

/** Times first, numbers later: the button is half the screen. */
export function TimePad(props: TimePadProps): ReactNode {
  const { marshal, line, journal, timeZone, typed, onType, onFill } = props;
  const pad = useRef<HTMLElement>(null);
  useEffect(() => {
    // Otherwise Space and Enter would go to the button that led here.
    pad.current?.focus({ preventScroll: true });
  }, []);
  const next = journal.taps.find((tap) => tap.kind === 'timed' && lacksBib(tap));

  const press = (): void => marshal.tap({ kind: 'timed', bib: '' });
  const fill = (): void => {
    if (next) onFill(next);
  };
  useKeys(TYPED_OR_SPACE, (key) => {
    if (key === ' ' || (key === 'Enter' && typed === '')) press();
    else if (key === 'Enter') fill();
    else onType(key === 'Escape' ? '' : typeKey(typed, key));
  });

  const message =
    typed === '' ? describeLast(journal, timeZone) : describeFit(typed, line.seen?.body);
  return (
    <section
      ref={pad}
      className={`flex flex-col gap-2 outline-none *:flex-none ${KEYPAD}`}
      aria-label="Keypad"
      tabIndex={-1}
    >
      <div className="flow">
        <Display typed={typed} message={message} className="flex-[2_1_9rem]" />
        <button
          type="button"
          className={ACTION}
          disabled={typed === '' || !next}
          onMouseDown={keepFocus}
          onClick={fill}
        >
          Give to {next ? describeTimeOfDay(next.atMs, timeZone) : 'a time'}
        </button>
      </div>
      <Digits isFlat onKey={(key) => onType(typeKey(typed, key))} />
      {/* Half the screen, less with large letters; sliding a finger on it scrolls nothing. */}
      <button
        type="button"
        className="outlined touch clickable flex-[0_1_40dvh]! touch-none rounded-md border-accent bg-accent p-1 text-title-xl font-bold text-on-accent select-none"
        onPointerDown={(event: PointerEvent) => {
          if (event.button === 0) press();
        }}
        onMouseDown={keepFocus}
        onClick={({ detail }) => {
          // A finger was counted on its way down.
          if (detail === 0) press();
        }}
      >
        Somebody crosses
      </button>
    </section>
  );
}
