import { PUBLIC_POLL_MS } from '#shared/wire/socket-events.ts';
import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation } from 'react-router-dom';
import { useRace, useRaceStore } from '#client/live/RaceProvider.tsx';
import { useInStep } from '#client/live/use-in-step.ts';
import { browserTimers } from '#client/live/timers.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import { isTabClosed, listTabs } from '#shared/scoring/tabs.ts';
import { ConnectionBadge } from '#client/ui/ConnectionBadge.tsx';
import { useDocumentTitle } from '#client/ui/use-document-title.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { BoardControls } from './BoardControls.tsx';
import { BoardGuard } from './BoardGuard.tsx';
import { BoardHead } from './BoardHead.tsx';
import styles from './BoardPage.module.css';
import { BoardRows } from './BoardRows.tsx';
import { BoardStrip } from './BoardStrip.tsx';
import { BoardTabs } from './BoardTabs.tsx';
import { pickTabs, readBoardOptions } from './board-options.ts';
import { useNewRelease } from './renew-page.ts';
import { SlideShow, findSlide } from './slide-show.ts';
import { FinisherGroups } from './finisher-groups.ts';
import { type Rounds, beginRound, listSlides } from './slides.ts';
import { useBoardKeys } from './use-board-keys.ts';
import { useFullScreen } from './use-full-screen.ts';
import { useLatestFinishers } from './use-just-in.ts';
import { usePageRoom } from './use-page-room.ts';
import { useWakeLock } from './use-wake-lock.ts';

/** Every turn moves everything by a pixel or two: what stands still for hours burns into some screens. */
function orbit(turn: number): CSSProperties {
  const steps = turn % (4 * ORBIT_PX);
  const along = steps % ORBIT_PX;
  const [x = 0, y = 0] = [
    [along, 0],
    [ORBIT_PX, along],
    [ORBIT_PX - along, ORBIT_PX],
    [0, ORBIT_PX - along],
  ][Math.floor(steps / ORBIT_PX)] ?? [0, 0];
  return { padding: `${y}px ${ORBIT_PX - x}px ${ORBIT_PX - y}px ${x}px` };
}

/** How far it goes. */
const ORBIT_PX = 6;

const finisherGroups = (standings: Standings): FinisherGroups => new FinisherGroups(standings);

const FIRST_ROUND = { round: 0, rounds: new Map<string, number>() };

/**
 * The screen at the finish: it turns its pages by itself, through races and
 * categories, and runs for hours with nobody there (SCREENS.md BD1 to BD9).
 *
 * 1. `slides` lists the pages, from the standings as they are.
 * 2. `slide-show` says which of them is shown.
 * 3. `renew-page` and `BoardGuard` load the page anew where only that helps.
 */
export function BoardPage(): ReactNode {
  return (
    <BoardGuard>
      <Board />
    </BoardGuard>
  );
}

function Board(): ReactNode {
  const { config, head, connection, heardMs } = useRace();
  const { standings } = useRaceStore().replica;
  const { board } = useTexts();
  const { search } = useLocation();
  const options = useMemo(() => readBoardOptions(search), [search]);
  const list = useRef<HTMLElement>(null);
  const room = usePageRoom(list);
  const tabs = useMemo(
    () => (config ? pickTabs(listTabs(config), options) : []),
    [config, options],
  );
  const [show] = useState(() => new SlideShow(browserTimers));
  const position = useSyncExternalStore(show.subscribe, show.getSnapshot);
  const justIn = useLatestFinishers();
  const [kept, setKept] = useState<{ readonly round: number; readonly rounds: Rounds }>(
    FIRST_ROUND,
  );
  const groups = useInStep(finisherGroups).read();
  const { rounds } = kept;
  const slides = useMemo(
    () => (head ? listSlides({ standings, groups, tabs, room, justIn, rounds }) : []),
    [head, standings, groups, tabs, room, justIn, rounds],
  );
  if (kept.round !== position.round) {
    setKept({ round: position.round, rounds: beginRound(slides, kept.rounds) });
  }
  useLayoutEffect(() => {
    show.setSlides(slides);
  }, [show, slides]);
  useEffect(() => show.start(options.dwellMs), [show, options]);
  const slide = slides[findSlide(slides, position)];
  const fullScreen = useFullScreen();
  useBoardKeys(show, fullScreen);
  useWakeLock();
  useNewRelease(connection, fullScreen.isFull);
  useDocumentTitle(config ? `${board.title} · ${config.pageTitle}` : board.title);
  const tab = slide?.tab ?? tabs[0];

  return (
    <main className={styles.board} style={orbit(position.turn)}>
      <BoardHead config={config} tab={tab} />
      <div className={styles.bar}>
        <BoardTabs tabs={tabs} slide={slide} position={position} dwellMs={options.dwellMs} />
        <ConnectionBadge
          connection={connection}
          heardMs={heardMs}
          pollMs={PUBLIC_POLL_MS}
          isFinal={config !== undefined && isTabClosed(undefined, config)}
        />
      </div>
      <section ref={list} className={styles.list} aria-label={board.title}>
        {config ? <BoardRows slide={slide} rows={room.rows} config={config} /> : null}
      </section>
      {config ? <BoardStrip tabs={tabs} groups={groups} config={config} /> : null}
      <BoardControls show={show} isHeld={position.isHeld} fullScreen={fullScreen} />
    </main>
  );
}
