import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { joinParts } from '#shared/format/isolate-text.ts';
import { useLocation } from 'react-router-dom';
import { useRace } from '#client/live/race-store.tsx';
import { coursesOf } from '#shared/model/courses.ts';
import type { Starter } from '#shared/model/result.ts';
import { listTabs } from '#shared/scoring/tabs.ts';
import { useDocumentTitle } from '#client/ui/use-document-title.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { BoardControls } from './BoardControls.tsx';
import { BoardGuard } from './BoardGuard.tsx';
import { BoardHead } from './BoardHead.tsx';
import styles from './BoardPage.module.css';
import { BoardRows } from './BoardRows.tsx';
import { BoardStrip } from './BoardStrip.tsx';
import { BoardTabs } from './BoardTabs.tsx';
import { pickTabs, readBoardOptions } from './board-options.ts';
import { useSlideShow } from './slide-show.ts';
import { listSlides } from './slides.ts';
import { useLatestFinishers } from './use-just-in.ts';
import { usePageSize } from './use-page-size.ts';
import { RaceBadge } from '#client/spectators/RaceBadge.tsx';
import { useStartList } from '#client/spectators/use-start-list.ts';
import { logOnce } from '#client/live/log-once.ts';
import { useFromStandings } from '#client/live/use-standings.ts';
import { useLiveFields } from '#client/spectators/use-forecast.ts';

const NOBODY: readonly Starter[] = [];

/**
 * The screen at the finish: it turns its pages automatically, through races and categories, for hours without anybody
 * there.
 *
 * 1. `slides` lists the pages of the current standings.
 * 2. `slide-show` turns them.
 * 3. `BoardGuard` reloads the board if it fails to render.
 */
export function BoardPage(): ReactNode {
  return (
    <BoardGuard>
      <Board />
    </BoardGuard>
  );
}

function Board(): ReactNode {
  const { config } = useRace();
  const { board } = useAllTexts();
  const { search } = useLocation();
  const options = useMemo(() => readBoardOptions(search), [search]);
  const list = useRef<HTMLElement>(null);
  const size = usePageSize(list);
  const tabs = useMemo(
    () => (config ? pickTabs(listTabs(config), options) : []),
    [config, options],
  );
  const justIn = useLatestFinishers();
  const isAwaited = useFromStandings(
    (standings) =>
      standings !== undefined &&
      tabs.some(({ kind, code }) => kind === 'event' && standings.listed(code).length === 0),
    [tabs],
  );
  const { starters = NOBODY } = useStartList(isAwaited);
  const liveOf = useLiveFields();
  const slides = useFromStandings(
    (standings) =>
      standings ? listSlides({ standings, tabs, size, justIn, starters, liveOf }) : [],
    [tabs, size, justIn, starters, liveOf],
  );
  const show = useSlideShow(slides, options.dwellMs);
  const { slide } = show;
  useWakeLock();
  useDocumentTitle(joinParts([board.title, config?.pageTitle]));
  const tab = slide?.tab ?? tabs[0];

  return (
    <main className={styles.board}>
      <BoardHead config={config} tab={tab} />
      <div className={styles.bar}>
        <BoardTabs tabs={tabs} slide={slide} />
        <RaceBadge events={config ? coursesOf(config).events : []} config={config} />
      </div>
      <section ref={list} className={styles.list} aria-label={board.title}>
        {config ? <BoardRows slide={slide} rows={size.rows} config={config} /> : null}
      </section>
      {config ? <BoardStrip tabs={tabs} config={config} /> : null}
      <BoardControls show={show} />
    </main>
  );
}

/** Keeps the screen from going dark, where the browser supports it. */
function useWakeLock(): void {
  useEffect(() => {
    // Missing over plain HTTP.
    const { wakeLock } = navigator as Partial<Pick<Navigator, 'wakeLock'>>;
    if (!wakeLock) return undefined;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const take = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      try {
        lock = await wakeLock.request('screen');
        if (isOver) await lock.release();
      } catch (error) {
        logOnce('the screen may go dark', error);
      }
    };
    // The browser releases the lock whenever the page is hidden.
    const onVisible = (): void => void take();
    document.addEventListener('visibilitychange', onVisible);
    void take();
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', onVisible);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}
