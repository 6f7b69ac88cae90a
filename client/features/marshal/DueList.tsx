import { type ReactNode, useRef, useState } from 'react';

import { Button } from '#client/ui/Button.tsx';
import { useSteadyRows } from '#client/ui/use-steady-rows.ts';

import type { MarshalShown } from './MarshalPage.tsx';
import styles from './MarshalLists.module.css';
import { describeDue, viewDue } from './marshal-view.ts';

/** Rows in view without a press: what was tapped is below them. */
const FIRST = 8;

/** Who is due at the point, the soonest first (SCREENS.md MR7). */
export function DueList({ marshal, line, journal, nowMs, timeZone }: MarshalShown): ReactNode {
  const [isWhole, setIsWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  useSteadyRows(list);
  const heading = useRef<HTMLHeadingElement>(null);
  if (!line.seen) {
    return <p className="muted">Who is due here is not known yet. Type the numbers you see.</p>;
  }
  const { rows, dueCount, passedCount, outCount } = viewDue(line.seen, journal.taps);
  const shown = isWhole ? rows : rows.slice(0, FIRST);
  return (
    <section aria-labelledby="due">
      <h2 id="due" ref={heading} className={styles.counts} tabIndex={-1}>
        Expected here {dueCount} · passed {passedCount} · out before {outCount}
      </h2>
      <ul ref={list} className={styles.list}>
        {shown.map((runner) => {
          const { bib, name } = runner;
          const { text, isLate } = describeDue(runner, nowMs, timeZone);
          return (
            <li key={bib} className={styles.row} data-row={bib}>
              <span className={styles.bib}>{bib}</span>
              <span className={styles.about}>
                {name === undefined ? null : <bdi className="semibold">{name}</bdi>}
                <span className={isLate ? styles.late : 'muted'}>{text}</span>
              </span>
              <Button
                kind="main"
                aria-label={`Seen: ${bib} ${name ?? ''}`.trim()}
                onClick={() => {
                  // The row disappears, and its button with it.
                  heading.current?.focus({ preventScroll: true });
                  marshal.tap({ kind: 'seen', bib });
                }}
              >
                Seen
              </Button>
            </li>
          );
        })}
      </ul>
      {rows.length > FIRST ? (
        <p className={styles.more}>
          <Button aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Only the next' : `All ${rows.length}`}
          </Button>
        </p>
      ) : null}
      {isWhole && dueCount > rows.length ? (
        <p className="text-m muted">{dueCount - rows.length} more come later.</p>
      ) : null}
    </section>
  );
}
