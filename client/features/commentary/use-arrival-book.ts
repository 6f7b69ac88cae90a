import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';

import { useRaceStore } from '#client/live/RaceProvider.tsx';
import { browserTimers } from '#client/live/timers.ts';
import type { EventCode } from '#shared/model/event.ts';
import type { StagePoint } from '#shared/scoring/stage-point.ts';

import { ArrivalBook, type BookPage } from './arrival-book.ts';
import { ToldKeeper, readKeptBook } from './kept-told.ts';

/** Of the tab: another one may be another commentator's. */
const texts = (): Storage => sessionStorage;

/** The arrivals of these races at a point; what was told of them is kept as long as the tab. */
export function useArrivalBook(
  events: readonly EventCode[],
  point: StagePoint,
): { readonly book: ArrivalBook; readonly page: BookPage } {
  const store = useRaceStore();
  const [[book, keeper]] = useState(() => {
    const now = (): number => Date.now() + store.getSnapshot().clockOffsetMs;
    const opened = new ArrivalBook(store, now, readKeptBook(texts, browserTimers.now()));
    // Who is through already stands there from the first moment on, as where the server draws it.
    opened.look({ events, point });
    opened.catchUp();
    return [opened, new ToldKeeper(opened, texts, browserTimers)] as const;
  });
  const page = useSyncExternalStore(book.subscribe, book.getSnapshot, book.getSnapshot);
  useLayoutEffect(() => {
    book.look({ events, point });
  }, [book, events, point]);
  useEffect(() => book.follow(), [book]);
  useEffect(() => keeper.follow(), [keeper]);
  useEffect(() => {
    const tell = (): void => {
      const isHidden = document.visibilityState === 'hidden';
      book.hide(isHidden);
      // A page that is loaded anew or closed is hidden first.
      if (isHidden) keeper.keep();
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => {
      document.removeEventListener('visibilitychange', tell);
    };
  }, [book, keeper]);
  return { book, page };
}
