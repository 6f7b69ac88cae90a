import { type ReactNode, useEffect, useRef, useState } from 'react';

import type { EpochMs } from '#shared/model/time.ts';

import { Digits, keepFocus, typeKey, useKeys } from './Digits.tsx';
import type { MarshalShown } from './MarshalPage.tsx';
import { describeFit, describeLast } from './marshal-view.ts';

const ACTIONS = [
  ['seen', 'Seen'],
  ['stopped', 'Stopped'],
  ['helped', 'First aid'],
] as const;
type Action = (typeof ACTIONS)[number][0];

/** The characters of a bib, and the keys that end or edit one. */
export const TYPED = /^(?:[\p{L}\p{N}?-]|Enter|Backspace|Escape)$/u;

/** Stays under the thumb while the lists scroll. */
export const KEYPAD =
  'sticky bottom-0 max-h-[85dvh] overflow-y-auto bg-raised pt-2.5 pr-[var(--gutter-right)] pb-[max(10px,env(safe-area-inset-bottom))] pl-[var(--gutter-left)] [box-shadow:0_-1px_0_var(--line)] flat:col-start-2 flat:row-span-2 flat:row-start-1 flat:max-h-dvh flat:self-end';
export const ACTION =
  'outlined clickable min-h-14 flex-[1_1_4.25rem] rounded-md px-2 py-1 text-title-m font-bold disabled:text-muted';

export interface KeypadProps extends MarshalShown {
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

/** A runner about to be reported as stopped. */
interface Stopping {
  readonly bib: string;
  readonly atMs: EpochMs;
}

/** Keys for a bib and for what happened to its runner, within reach of the thumb. */
export function Keypad(props: KeypadProps): ReactNode {
  const { marshal, line, journal, timeZone, typed, onType } = props;
  const [stopping, setStopping] = useState<Stopping>();

  const type = (key: string): void => {
    setStopping(undefined);
    onType(typeKey(typed, key));
  };
  const tap = (kind: Action, bib: string, atMs?: EpochMs): void => {
    marshal.tap({ kind, bib, ...(atMs === undefined ? {} : { atMs }) });
    onType('');
    setStopping(undefined);
  };
  const press = (kind: Action): void => {
    if (kind === 'stopped') setStopping({ bib: typed, atMs: marshal.line.raceMs() });
    else tap(kind, typed);
  };
  useKeys(TYPED, (key) => {
    if (key === 'Enter') press('seen');
    else if (key === 'Escape') setStopping(undefined);
    else type(key);
  });

  const message =
    typed === '' ? describeLast(journal, timeZone) : describeFit(typed, line.seen?.body);
  return (
    <section className={`stack-8 one-column ${KEYPAD}`} aria-label="Keypad">
      {stopping ? (
        <StopQuestion
          {...stopping}
          onYes={() => tap('stopped', stopping.bib, stopping.atMs)}
          onNo={() => setStopping(undefined)}
        />
      ) : (
        <Display typed={typed} message={message} />
      )}
      <Digits onKey={type} />
      <div className="flow">
        {ACTIONS.map(([kind, name]) => (
          <button
            key={kind}
            type="button"
            className={`${ACTION} ${kind === 'seen' ? 'border-accent bg-accent text-on-accent flex-[2_1_6rem]!' : ''}`}
            // Only a time can be without a number.
            disabled={typed === '' && kind !== 'seen'}
            onMouseDown={keepFocus}
            onClick={() => press(kind)}
          >
            {name}
          </button>
        ))}
      </div>
    </section>
  );
}

interface DisplayProps {
  readonly typed: string;
  readonly message: string;
  readonly className?: string;
}

/** The typed number, and what it means or happened last. */
export function Display({ typed, message, className = '' }: DisplayProps): ReactNode {
  return (
    <output className={`card grid justify-items-center px-2.5 py-1 text-center ${className}`}>
      <span className="anywhere text-[1.75rem] leading-[1.2] font-bold">{typed || '\u00A0'}</span>
      <span className="text-m muted anywhere">{message || '\u00A0'}</span>
    </output>
  );
}

function StopQuestion(
  props: Stopping & { readonly onYes: () => void; readonly onNo: () => void },
): ReactNode {
  const { bib, onYes, onNo } = props;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    ref.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <div
      ref={ref}
      className="card stack-6 p-2 text-center font-strong"
      role="alertdialog"
      aria-labelledby="stop"
      tabIndex={-1}
    >
      <p id="stop">{bib} stopped here, and is out of the race?</p>
      <div className="flow">
        <button
          type="button"
          className={`${ACTION} border-alert bg-alert text-on-accent`}
          onClick={onYes}
        >
          Yes, stopped
        </button>
        <button type="button" className={ACTION} onClick={onNo}>
          No
        </button>
      </div>
    </div>
  );
}
