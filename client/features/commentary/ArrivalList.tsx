import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';

import { useAllTexts } from '#client/ui/use-all-texts.ts';

import styles from './ArrivalList.module.css';
import panel from './ListPanel.module.css';
import type { ShownArrival } from './arrival-book.ts';
import type { DescribedArrival } from './describe-arrival.ts';

export interface ArrivalListProps {
  readonly title: string;
  /** The shown point and races. */
  readonly view: string;
  readonly rows: readonly ShownArrival[];
  /** How many are older than those listed. */
  readonly earlier: number;
  readonly describe: (arrival: ShownArrival) => DescribedArrival;
  /** By the server's clock. */
  readonly nowMs: number;
  readonly onPin: (runnerId: string) => void;
  /** Somebody reads the list: nothing in it may move. */
  readonly onHold: (isHeld: boolean) => void;
  readonly onShowEarlier: () => void;
}

/** A row with at most this left of its minute is not of this moment. */
const NOT_NOW_MS = 40_000;
/** A pointer at rest for this long reads nothing: the list goes on under it. */
const POINTED_MS = 10_000;
/** Scrolled further down than this, the list is being read. */
const SCROLLED_PX = 120;

/** The latest arrivals, newest first, in type that can be read at a glance. */
export function ArrivalList(props: ArrivalListProps): ReactNode {
  const { title, view, rows, earlier, describe, nowMs, onPin, onHold, onShowEarlier } = props;
  const { commentary } = useAllTexts();
  const list = useRef<HTMLOListElement>(null);
  const [reached, setReached] = useState<string>();
  const keys = rows.map(keyOf);
  const current = reached !== undefined && keys.includes(reached) ? reached : keys[0];

  const described = rows.map((arrival) => ({ arrival, words: describe(arrival) }));
  // Aligns the names.
  const placeDigits = Math.max(2, ...described.map(({ words }) => words.place.length));

  const onKeyDown = (event: KeyboardEvent): void => {
    const row = (event.target as Element).closest<HTMLElement>('[data-runner]');
    if (event.key !== 'p' || !row?.dataset['runner']) return;
    event.preventDefault();
    onPin(row.dataset['runner']);
  };

  return (
    <section className={`${panel.panel} ${styles.panel}`} aria-labelledby="arrivals-title">
      {/* Keyed by view: another view is not held yet, and may keep the focus or the scroll position of the one before. */}
      <Hold key={view} list={list} onHold={onHold} />
      <header className={panel.head}>
        <h2 id="arrivals-title">{title}</h2>
        <span>{commentary.newestFirst}</span>
      </header>
      {rows.length === 0 ? <p className={styles.empty}>{commentary.nobodyYet}</p> : null}
      {/* The rows are buttons; the other keys belong to them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ol
        ref={list}
        className={`${panel.list} plain-list`}
        style={{ '--place-ch': placeDigits } as CSSProperties}
        onKeyDown={onKeyDown}
        data-arrivals
      >
        {described.map(({ arrival, words }) => {
          const ageMs = Math.max(0, nowMs - arrival.atMs);
          const { runnerId } = arrival.result;
          const key = keyOf(arrival);
          return (
            <li key={key} data-news={arrival.isRevoked ? undefined : judgeNews(arrival, nowMs)}>
              <button
                type="button"
                className={styles.row}
                data-runner={runnerId}
                data-revoked={arrival.isRevoked}
                tabIndex={key === current ? 0 : -1}
                onFocus={() => setReached(key)}
                onClick={() => onPin(runnerId)}
              >
                <span className={styles.place}>{words.place}</span>
                <span className={styles.who}>
                  <span className={styles.name}>{words.name}</span>
                  {words.calls.map((call) => (
                    <span key={call} className={styles.call}>
                      {call}
                    </span>
                  ))}
                  <span className={styles.details}>{words.details}</span>
                </span>
                <span className={styles.passing}>
                  <span className={styles.time}>{words.time}</span>
                  <span className={styles.age}>{commentary.ago(ageMs)}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      {earlier === 0 ? null : (
        <button type="button" className={styles.earlier} onClick={onShowEarlier}>
          {commentary.earlier(earlier)}
        </button>
      )}
    </section>
  );
}

function keyOf({ point, result }: ShownArrival): string {
  return `${point} ${result.runnerId}`;
}

function judgeNews({ litUntilMs }: ShownArrival, nowMs: number): 'now' | 'lately' | undefined {
  if (nowMs >= litUntilMs) return undefined;
  return litUntilMs - nowMs > NOT_NOW_MS ? 'now' : 'lately';
}

interface HoldProps {
  readonly list: { readonly current: HTMLElement | null };
  readonly onHold: (isHeld: boolean) => void;
}

/** Reports whether somebody points into the list, has the focus in it, or has scrolled down in it. */
function Hold({ list, onHold }: HoldProps): ReactNode {
  const latest = useRef(onHold);
  useEffect(() => {
    latest.current = onHold;
  });
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    let isPointed = false;
    let stillness: ReturnType<typeof setTimeout> | undefined;
    const tell = (): void => {
      const hasFocus = element.contains(document.activeElement);
      latest.current(isPointed || hasFocus || window.scrollY > SCROLLED_PX);
    };
    const rest = (): void => {
      isPointed = false;
      tell();
    };
    const onPointer = (event: PointerEvent): void => {
      // A lifted finger points at nothing.
      isPointed = event.type !== 'pointerleave' && event.pointerType === 'mouse';
      clearTimeout(stillness);
      if (isPointed) stillness = setTimeout(rest, POINTED_MS);
      tell();
    };
    // At `focusout` the focus has not moved yet.
    const onFocus = (): void => queueMicrotask(tell);
    element.addEventListener('pointerenter', onPointer);
    element.addEventListener('pointermove', onPointer);
    element.addEventListener('pointerleave', onPointer);
    element.addEventListener('focusin', onFocus);
    element.addEventListener('focusout', onFocus);
    window.addEventListener('scroll', tell, { passive: true });
    tell();
    return () => {
      clearTimeout(stillness);
      element.removeEventListener('pointerenter', onPointer);
      element.removeEventListener('pointermove', onPointer);
      element.removeEventListener('pointerleave', onPointer);
      element.removeEventListener('focusin', onFocus);
      element.removeEventListener('focusout', onFocus);
      window.removeEventListener('scroll', tell);
    };
  }, [list]);
  return null;
}

/** Leaves the list, so that it moves by itself again. */
export function leaveList(): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused.closest('[data-arrivals]')) focused.blur();
  window.scrollTo({ top: 0 });
}

export function focusFirst(): void {
  document.querySelector<HTMLElement>('[data-arrivals] [data-runner]')?.focus();
}

/** Moves the focus along the rows; from outside to the first. */
export function moveFocus(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-arrivals] [data-runner]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = at === -1 ? 0 : Math.max(0, Math.min(rows.length - 1, at + step));
  rows[next]?.focus();
}
