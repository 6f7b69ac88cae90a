import type { ReactNode } from 'react';
import { Link } from '#client/ui/Link.tsx';
import { LanguageChooser } from '#client/spectators/LanguageChooser.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import styles from './BoardControls.module.css';
import type { SlideShow } from './slide-show.ts';

interface BoardControlsProps {
  readonly show: SlideShow;
}

/** Buttons that show over the title while the pointer is there or the focus on one of them. */
export function BoardControls({ show }: BoardControlsProps): ReactNode {
  const { board, problem } = useAllTexts();
  return (
    <nav className={styles.controls} aria-label={board.title}>
      <button type="button" onClick={() => show.step(-1)}>
        ← <span className="visually-hidden">{board.previous}</span>
      </button>
      <button type="button" aria-pressed={show.isHeld} onClick={show.toggleHold}>
        {board.hold}
      </button>
      <button type="button" onClick={() => show.step(1)}>
        → <span className="visually-hidden">{board.next}</span>
      </button>
      <LanguageChooser />
      <Link to="/">{problem.back}</Link>
    </nav>
  );
}
