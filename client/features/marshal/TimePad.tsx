import { describeTimeOfDay } from '#client/organisers/texts/start-text.ts';
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';

import { Digits, keepFocus, typeKey, useKeys } from './Digits.tsx';
import { ACTION, DISPLAY, KEYPAD, TYPED, TYPED_NUMBER, type KeypadProps } from './Keypad.tsx';
import { type KeptTap, lacksBib } from './marshal-tap.ts';
import { describeFit, sayLast } from './marshal-view.ts';

const TYPED_OR_SPACE = new RegExp(`${TYPED.source}|^ $`, 'u');

export interface TimePadProps extends KeypadProps {
  readonly onFill: (tap: KeptTap) => void;
}

/** Times first, numbers later: the button is half the screen. */
export function TimePad(props: TimePadProps): ReactNode {
  const { marshal, line, journal, timeZone, typed, onType, onFill } = props;
  const [isNoneOpen, setIsNoneOpen] = useState(false);
  const pad = useRef<HTMLElement>(null);
  useEffect(() => {
    // The button that led here would otherwise take Space and Enter.
    pad.current?.focus({ preventScroll: true });
  }, []);
  const next = journal.taps.find((tap) => tap.kind === 'timed' && lacksBib(tap));

  const type = (text: string): void => {
    setIsNoneOpen(false);
    onType(text);
  };
  const press = (): void => {
    setIsNoneOpen(false);
    marshal.tap({ kind: 'timed', bib: '' });
  };
  const fill = (): void => {
    if (next) onFill(next);
    else setIsNoneOpen(true);
  };
  useKeys(TYPED_OR_SPACE, (key) => {
    if (key === ' ' || (key === 'Enter' && typed === '')) press();
    else if (key === 'Enter') fill();
    else type(key === 'Escape' ? '' : typeKey(typed, key));
  });

  const say = (): string => {
    if (isNoneOpen) return 'Every time has a number';
    if (typed === '') return sayLast(journal, timeZone);
    return describeFit(typed, line.seen?.body);
  };
  return (
    <section
      ref={pad}
      className={`flex flex-col gap-2 outline-none *:flex-none ${KEYPAD}`}
      aria-label="Keypad"
      tabIndex={-1}
    >
      <div className="flow">
        <output className={`${DISPLAY} flex-[2_1_9rem]`}>
          <span className={TYPED_NUMBER}>{typed || '\u00A0'}</span>
          <span className="text-m muted anywhere">{say() || '\u00A0'}</span>
        </output>
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
      <Digits isFlat onKey={(key) => type(typeKey(typed, key))} />
      {/* Half of what the phone shows, less where letters are large; a finger that slides on it scrolls nothing. */}
      <button
        type="button"
        className="outlined touch clickable flex-[0_1_40dvh]! touch-none rounded-md border-accent bg-accent p-1 text-title-xl font-bold text-on-accent select-none"
        onPointerDown={(event: PointerEvent) => {
          if (event.button === 0) press();
        }}
        onMouseDown={keepFocus}
        onClick={({ detail }) => {
          // A finger has counted already when it came down, not when it leaves.
          if (detail === 0) press();
        }}
      >
        Somebody crosses
      </button>
    </section>
  );
}
