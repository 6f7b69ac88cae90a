import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';

import { ofTab } from '#client/live/kept-texts.ts';
import { useRaceStore } from '#client/live/race-store.tsx';
import type { EventCode } from '#shared/model/event.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';
import type { StagePoint } from '#shared/scoring/stage-point.ts';

import { ArrivalBook, type BookPage } from './arrival-book.ts';
import { MAX_KEPT_LENGTH, keepBook, readKeptBook } from './kept-log.ts';

/** What is kept is at most this old. */
const KEEP_MS: DurationMs = 5 * SECOND_MS;

/** The arrivals of these races at a point; what was announced is kept as long as the tab. */
export function useArrivalBook(
  events: readonly EventCode[],
  point: StagePoint,
): { readonly book: ArrivalBook; readonly page: BookPage } {
  const store = useRaceStore();
  const [book] = useState(() => {
    const now = (): number => Date.now() + store.getSnapshot().clockOffsetMs;
    // Per tab: another tab may be another commentator's.
    const opened = new ArrivalBook(store, now, readKeptBook(ofTab, Date.now()));
    // Runners who are already through are listed from the first render on, also when the server renders it.
    opened.look({ events, point });
    opened.catchUp();
    return opened;
  });
  const page = useSyncExternalStore(book.subscribe, book.getSnapshot, book.getSnapshot);
  useLayoutEffect(() => {
    book.look({ events, point });
  }, [book, events, point]);
  useEffect(() => book.follow(), [book]);
  useEffect(() => {
    let keptPage: BookPage | undefined;
    const keep = (): void => {
      if (keptPage === book.getSnapshot()) return;
      keptPage = book.getSnapshot();
      const announced = book.keep(MAX_KEPT_LENGTH);
      if (announced) keepBook(announced, ofTab, Date.now());
    };
    const tell = (): void => {
      const isHidden = document.visibilityState === 'hidden';
      book.hide(isHidden);
      // A page is hidden before it is reloaded or closed.
      if (isHidden) keep();
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    const timer = setInterval(keep, KEEP_MS);
    return () => {
      document.removeEventListener('visibilitychange', tell);
      clearInterval(timer);
      keep();
    };
  }, [book]);
  return { book, page };
}
