import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';

import { useRaceStore } from '#client/live/RaceProvider.tsx';
import type { EventCode } from '#shared/model/event.ts';
import type { StagePoint } from '#shared/scoring/stage-point.ts';

import { ArrivalBook, type BookPage } from './arrival-book.ts';

/** The arrivals of these races at a point, kept as long as the screen is open. */
export function useArrivalBook(
  events: readonly EventCode[],
  point: StagePoint,
): { readonly book: ArrivalBook; readonly page: BookPage } {
  const store = useRaceStore();
  const [book] = useState(
    () => new ArrivalBook(store, () => Date.now() + store.getSnapshot().clockOffsetMs),
  );
  const page = useSyncExternalStore(book.subscribe, book.getSnapshot);
  useLayoutEffect(() => {
    book.look({ events, point });
  }, [book, events, point]);
  useEffect(() => book.follow(), [book]);
  useEffect(() => {
    const tell = (): void => {
      book.hide(document.visibilityState === 'hidden');
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => {
      document.removeEventListener('visibilitychange', tell);
    };
  }, [book]);
  return { book, page };
}
