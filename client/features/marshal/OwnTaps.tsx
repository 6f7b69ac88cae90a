import { type ReactNode, useRef, useState } from 'react';

import { Button } from '#client/ui/Button.tsx';

import type { MarshalShown } from './MarshalPage.tsx';
import styles from './MarshalLists.module.css';
import { type KeptTap, lacksBib } from './marshal-tap.ts';
import { describeState, describeTap, listOwn, type OwnTap } from './marshal-view.ts';

/** So many are in sight without a press. */
const FIRST = 20;

export interface OwnTapsProps extends MarshalShown {
  /** The number that is typed, for a time that lacks one. */
  readonly typed: string;
  readonly onFill: (tap: KeptTap) => void;
}

/** What was tapped on this phone, and where it is by now (SCREENS.md MR3). */
export function OwnTaps(props: OwnTapsProps): ReactNode {
  const { journal, line, nowMs } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const [isWhole, setIsWhole] = useState(false);
  const own = listOwn(journal.taps, nowMs - line.offsetMs);
  if (own.length === 0) return null;
  return (
    <section aria-labelledby="own">
      <h2 id="own" ref={heading} className={styles.counts} tabIndex={-1}>
        From this phone
      </h2>
      <ul className={styles.list}>
        {(isWhole ? own : own.slice(0, FIRST)).map((each) => (
          <OwnRow
            key={each.tap.reportId}
            {...props}
            {...each}
            onGone={() => heading.current?.focus({ preventScroll: true })}
          />
        ))}
      </ul>
      {own.length > FIRST && !isWhole ? (
        <p className={styles.more}>
          <Button
            onClick={() => {
              setIsWhole(true);
            }}
          >
            All {own.length}
          </Button>
        </p>
      ) : null}
    </section>
  );
}

interface OwnRowProps extends OwnTapsProps, OwnTap {
  /** The button is about to go. */
  readonly onGone: () => void;
}

function OwnRow(props: OwnRowProps): ReactNode {
  const { tap, undo, isUndone, marshal, journal, line, timeZone, typed, onFill, onGone } = props;
  const isLacking = lacksBib(tap);
  const state = describeState(tap, journal.unkept);
  const ofUndo = undo && describeState(undo, journal.unkept);
  const about = describeTap(tap, timeZone);
  const [, ...rest] = about.split(' ');
  const name = line.seen?.body.due.find(({ bib }) => bib === tap.bib)?.name;
  return (
    <li className={styles.row} data-undone={isUndone ? '' : undefined}>
      <span className={styles.bib}>{tap.bib || 'number?'}</span>
      <span className={styles.about}>
        <span>
          {name === undefined ? null : <bdi className="semibold">{name} </bdi>}
          <span className={isUndone ? styles.undone : undefined}>{rest.join(' ')}</span>
        </span>
        <span className="muted">{isUndone ? `taken back, ${ofUndo}` : state}</span>
        {undo && !isUndone ? <span className={styles.late}>Undo {ofUndo}</span> : null}
      </span>
      {isLacking && typed !== '' ? (
        <Button
          kind="main"
          aria-label={`It was ${typed}: ${about}`}
          onClick={() => {
            onGone();
            onFill(tap);
          }}
        >
          It was {typed}
        </Button>
      ) : null}
      {isLacking && typed === '' ? (
        <Button
          aria-label={`Remove: ${about}`}
          onClick={() => {
            onGone();
            marshal.change(tap, { outcome: 'dropped' });
          }}
        >
          Remove
        </Button>
      ) : null}
      {isLacking || isUndone || tap.outcome === 'refused' ? null : (
        <Button
          aria-label={`Undo: ${about}`}
          onClick={() => {
            onGone();
            marshal.undo(tap);
          }}
        >
          Undo
        </Button>
      )}
    </li>
  );
}
