import { type ReactNode, useEffect, useRef, useState } from 'react';

import { MARSHAL_BIB } from '#shared/wire/marshal-api.ts';
import type { EpochMs } from '#shared/model/time.ts';

import styles from './Keypad.module.css';
import type { MarshalShown } from './MarshalPage.tsx';
import { describeFit, describeState, describeTap } from './marshal-view.ts';

const KEYS = ['1', '2', '3', 'back', '4', '5', '6', '?', '7', '8', '9', '0'] as const;
const ACTIONS = [
  ['seen', 'Seen'],
  ['stopped', 'Stopped'],
  ['helped', 'Helped'],
] as const;
type Action = (typeof ACTIONS)[number][0];

export interface KeypadProps extends MarshalShown {
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

/** What is asked before somebody is out of the race. */
interface Stopping {
  readonly bib: string;
  readonly atMs: EpochMs;
}

/** Numbers and what was seen of them, under the thumb (SCREENS.md MR8, MR9). */
export function Keypad(props: KeypadProps): ReactNode {
  const { marshal, line, journal, timeZone, typed, onType } = props;
  const [stopping, setStopping] = useState<Stopping>();
  const [isLacking, setIsLacking] = useState(false);
  const body = line.seen?.body;

  const type = (key: string): void => {
    setStopping(undefined);
    setIsLacking(false);
    if (key === 'back') onType(typed.slice(0, -1));
    else if (MARSHAL_BIB.test(typed + key)) onType(typed + key);
  };
  const tap = (kind: Action, bib: string, atMs?: EpochMs): void => {
    marshal.tap({ kind, bib, ...(atMs === undefined ? {} : { atMs }) });
    onType('');
    setStopping(undefined);
    setIsLacking(false);
  };
  const press = (kind: Action): void => {
    // Of a time alone the number comes later.
    if (typed === '' && kind !== 'seen') setIsLacking(true);
    else if (kind === 'stopped') setStopping({ bib: typed, atMs: marshal.line.raceMs() });
    else tap(kind, typed);
  };
  useKeys((key) => {
    if (key === 'Enter') press('seen');
    else if (key === 'Escape') setStopping(undefined);
    else type(key === 'Backspace' ? 'back' : key.toUpperCase());
  });

  const last = journal.taps.at(-1);
  const say = (): string => {
    if (isLacking) return 'Type the number first';
    if (typed !== '') return describeFit(typed, body);
    if (!last || last.outcome === 'dropped') return '';
    const about = last.kind === 'undo' ? 'Taken back' : describeTap(last, timeZone);
    return `${about}: ${describeState(last, journal.unkept)}`;
  };
  return (
    <section className={styles.keypad} aria-label="Keypad">
      {stopping ? (
        <StopQuestion
          {...stopping}
          onYes={() => {
            tap('stopped', stopping.bib, stopping.atMs);
          }}
          onNo={() => {
            setStopping(undefined);
          }}
        />
      ) : (
        <output className={styles.display}>
          <span className={styles.typed}>{typed || '\u00A0'}</span>
          <span className={styles.fit}>{say() || '\u00A0'}</span>
        </output>
      )}
      <div className={styles.keys}>
        {KEYS.map((key) => (
          <button
            key={key}
            type="button"
            className={styles.key}
            {...(key === 'back' ? { 'aria-label': 'Delete the last sign' } : {})}
            {...(key === '?' ? { 'aria-label': '? for a sign that cannot be read' } : {})}
            onMouseDown={keepFocus}
            onClick={() => {
              type(key);
            }}
          >
            {key === 'back' ? <BackSign /> : key}
          </button>
        ))}
      </div>
      <div className={styles.actions}>
        {ACTIONS.map(([kind, name]) => (
          <button
            key={kind}
            type="button"
            className={styles.action}
            data-kind={kind}
            onMouseDown={keepFocus}
            onClick={() => {
              press(kind);
            }}
          >
            {name}
          </button>
        ))}
      </div>
    </section>
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
      className={styles.question}
      role="alertdialog"
      aria-labelledby="stop"
      tabIndex={-1}
    >
      <p id="stop">{bib} stopped here, and is out of the race?</p>
      <div className={styles.actions}>
        <button type="button" className={styles.action} data-kind="stop" onClick={onYes}>
          Yes, stopped
        </button>
        <button type="button" className={styles.action} onClick={onNo}>
          No
        </button>
      </div>
    </div>
  );
}

function BackSign(): ReactNode {
  return (
    <svg viewBox="0 0 24 24" className={styles.sign} aria-hidden="true">
      <path d="M8 5h12v14H8L2 12zM11 9l6 6M17 9l-6 6" />
    </svg>
  );
}

/** A press with a finger leaves the focus where it is, so that Enter goes on meaning _Seen_. */
function keepFocus(event: { readonly preventDefault: () => void }): void {
  event.preventDefault();
}

const TYPED = /^(?:[\p{L}\p{N}?-]|Enter|Backspace|Escape)$/u;

/** Calls back for the keys of a keyboard, wherever the focus is. */
function useKeys(onKey: (key: string) => void): void {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || event.repeat || !TYPED.test(key)) return;
      // Enter on a button is for that.
      const isOnButton =
        target instanceof Element && target.closest('button, a, [role=alertdialog]');
      if (key === 'Enter' && isOnButton) return;
      event.preventDefault();
      latest.current(key);
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, []);
}
