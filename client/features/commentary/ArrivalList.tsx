import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';

import { useHeardMoment } from '#client/live/use-heard-moment.ts';
import { useFromStandings, useStandings } from '#client/live/use-standings.ts';
import { type Arrival, listLatestArrivals } from '#client/spectators/arrivals.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { type DurationMs, type EpochMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import type { StagePoint } from '#shared/scoring/stages.ts';

import styles from './ArrivalList.module.css';
import { countWaiting, renewRows, type ShownArrival } from './arrival-rows.ts';
import type { DescribedArrival } from './describe-arrival.ts';
import panel from './SidePanels.module.css';

export interface ArrivalListProps {
  readonly title: string;
  readonly point: StagePoint;
  readonly events: readonly EventCode[];
  /** The number of runners who passed the point. */
  readonly passed: number;
  readonly describe: (arrival: ShownArrival) => DescribedArrival;
  /** By the server's clock. */
  readonly nowMs: EpochMs;
  readonly onPin: (runnerId: string) => void;
}

/** The number of arrivals listed at first, and added on demand. */
const ARRIVALS_A_PAGE = 100;
/** The newest rows are coloured, those of the last minute have a coloured edge. */
const NOW_MS: DurationMs = 20 * SECOND_MS;
const LATELY_MS: DurationMs = MINUTE_MS;
/** A pointer that rests for this long is not reading. */
const POINTED_MS: DurationMs = 10 * SECOND_MS;
/** Scrolled further down than this, the list is being read. */
const SCROLLED_PX = 120;

/**
 * The latest arrivals at a point, newest first, readable at a glance. While somebody reads the list it is held: no row
 * moves, and new arrivals wait behind a button.
 */
export function ArrivalList(props: ArrivalListProps): ReactNode {
  const { title, point, events, passed, describe, nowMs, onPin } = props;
  const { commentary } = useAllTexts();
  const standings = useStandings();
  const heardMs = useHeardMoment();
  const list = useRef<HTMLOListElement>(null);
  const [limit, setLimit] = useState(ARRIVALS_A_PAGE);
  const [held, setHeld] = useState<readonly Arrival[]>();
  const arrivals = useFromStandings(
    (all) => (all ? listLatestArrivals(all, { point, events, limit }, heardMs) : []),
    [point, events, limit, heardMs],
  );
  useHold(list, (isHeld) =>
    setHeld((before) => (isHeld && arrivals.length > 0 ? (before ?? arrivals) : undefined)),
  );
  const rows = renewRows(held ?? arrivals, standings, point);
  const waiting = held ? countWaiting(arrivals, held, limit) : 0;
  const earlier = Math.max(0, passed - rows.length - waiting);

  const showNew = (): void => {
    const wasInside = document.activeElement?.closest('[data-arrivals], [data-fresh]');
    setHeld((before) => before && arrivals);
    window.scrollTo({ top: 0 });
    // The focused row may have moved down.
    if (wasInside) {
      requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('button')?.focus());
    }
  };
  const showEarlier = (): void => {
    const most = limit + ARRIVALS_A_PAGE;
    setLimit(most);
    // Nothing else would hold the list again: a scroll need not follow.
    setHeld(
      (before) => before && listLatestArrivals(standings, { point, events, limit: most }, heardMs),
    );
  };

  const described = rows.map((arrival) => ({ arrival, words: describe(arrival) }));
  // Aligns the names.
  const placeDigits = Math.max(2, ...described.map(({ words }) => words.place.length));

  return (
    <section className={`${panel.panel} ${styles.panel}`} aria-labelledby="arrivals-title">
      <div className={styles.over}>
        <output className={styles.fresh} data-fresh>
          {waiting === 0 ? null : (
            <button type="button" className="tone-accent" onClick={showNew}>
              <span aria-hidden="true">↑ </span>
              {commentary.fresh(waiting)}
            </button>
          )}
        </output>
      </div>
      <header className={panel.head}>
        <h2 id="arrivals-title">{title}</h2>
        <span>{commentary.newestFirst}</span>
      </header>
      {rows.length === 0 ? <p className={styles.empty}>{commentary.nobodyYet}</p> : null}
      <ol
        ref={list}
        className={`${panel.list} plain-list`}
        style={{ '--place-ch': placeDigits } as CSSProperties}
        data-arrivals
      >
        {described.map(({ arrival, words }) => {
          const ageMs = Math.max(0, nowMs - arrival.atMs);
          const { runnerId } = arrival.result;
          return (
            <li key={runnerId} data-news={arrival.isRevoked ? undefined : judgeNews(ageMs)}>
              <button
                type="button"
                className={styles.row}
                data-runner={runnerId}
                data-revoked={arrival.isRevoked}
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
        <button type="button" className={styles.earlier} onClick={showEarlier}>
          {commentary.earlier(earlier)}
        </button>
      )}
    </section>
  );
}

function judgeNews(ageMs: DurationMs): 'now' | 'lately' | undefined {
  if (ageMs >= LATELY_MS) return undefined;
  return ageMs < NOW_MS ? 'now' : 'lately';
}

/** Reports whether the pointer or the focus is in the list, or the page is scrolled down. */
function useHold(list: RefObject<HTMLElement | null>, onHold: (isHeld: boolean) => void): void {
  const report = useEffectEvent(onHold);
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    let isPointed = false;
    let stillness: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      const hasFocus = element.contains(document.activeElement);
      report(isPointed || hasFocus || window.scrollY > SCROLLED_PX);
    };
    const point = (isInside: boolean): void => {
      isPointed = isInside;
      clearTimeout(stillness);
      if (isInside) stillness = setTimeout(() => point(false), POINTED_MS);
      look();
    };
    for (const name of ['pointerenter', 'pointermove', 'pointerleave'] as const) {
      // A touch leaves no pointer behind.
      const onPointer = ({ pointerType }: PointerEvent): void =>
        point(name !== 'pointerleave' && pointerType === 'mouse');
      element.addEventListener(name, onPointer, { signal });
    }
    // During `focusout` the focus has not moved yet.
    for (const name of ['focusin', 'focusout'] as const) {
      element.addEventListener(name, () => queueMicrotask(look), { signal });
    }
    window.addEventListener('scroll', look, { passive: true, signal });
    look();
    return () => {
      clearTimeout(stillness);
      listening.abort();
    };
  }, [list]);
}
