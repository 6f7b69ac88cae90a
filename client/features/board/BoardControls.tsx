import { type ReactNode, useEffect, useState } from 'react';
import { Link } from '#client/ui/Link.tsx';
import { LanguageChooser } from '#client/spectators/LanguageChooser.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import styles from './BoardControls.module.css';
import type { SlideShow } from './slide-show.ts';

/** How long the controls stay visible after a movement of the pointer. */
const STAY_MS = 4_000;

interface BoardControlsProps {
  readonly show: SlideShow;
  readonly isHeld: boolean;
}

/** Buttons that show while somebody moves the pointer, touches the screen or tabs to them. */
export function BoardControls({ show, isHeld }: BoardControlsProps): ReactNode {
  const { board, problem } = useAllTexts();
  const isAwake = useAwake();
  return (
    <nav className={styles.controls} aria-label={board.controls} data-awake={isAwake}>
      <button type="button" aria-keyshortcuts="ArrowLeft" onClick={() => show.step(-1)}>
        ← <span className="visually-hidden">{board.previous}</span>
      </button>
      <button
        type="button"
        aria-keyshortcuts="Space"
        aria-pressed={isHeld}
        onClick={show.toggleHold}
      >
        {board.hold}
      </button>
      <button type="button" aria-keyshortcuts="ArrowRight" onClick={() => show.step(1)}>
        → <span className="visually-hidden">{board.next}</span>
      </button>
      <LanguageChooser />
      <Link to="/">{problem.back}</Link>
    </nav>
  );
}

/** Whether the pointer was moved lately. Otherwise the pointer itself is hidden, too. */
function useAwake(): boolean {
  const [isAwake, setIsAwake] = useState(true);
  useEffect(() => {
    const listening = new AbortController();
    const { style } = document.documentElement;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wake = (): void => {
      clearTimeout(timer);
      setIsAwake(true);
      style.removeProperty('cursor');
      timer = setTimeout(() => {
        setIsAwake(false);
        style.cursor = 'none';
      }, STAY_MS);
    };
    wake();
    document.addEventListener('pointermove', wake, { signal: listening.signal });
    document.addEventListener('pointerdown', wake, { signal: listening.signal });
    return () => {
      clearTimeout(timer);
      style.removeProperty('cursor');
      listening.abort();
    };
  }, []);
  return isAwake;
}
