import { describeTimeOfDay } from '#client/organisers/texts/start-text.ts';
import { type ReactNode, useRef } from 'react';

import { Button } from '#client/ui/Button.tsx';

import type { MarshalShown } from './MarshalPage.tsx';
import { type KeptTap, lacksBib } from './marshal-tap.ts';
import { describeState, describeTap, listOwn, type OwnTap } from './marshal-view.ts';

export interface OwnTapsProps extends MarshalShown {
  /** The typed number, for a time that lacks one. */
  readonly typed: string;
  readonly onFill: (tap: KeptTap) => void;
}

export function OwnTaps(props: OwnTapsProps): ReactNode {
  const { journal, line, nowMs } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const own = listOwn(journal.taps, nowMs - line.offsetMs);
  if (own.length === 0) return null;
  return (
    <section aria-labelledby="own">
      <h2
        id="own"
        ref={heading}
        className="muted border-b border-line py-1 text-m font-regular"
        tabIndex={-1}
      >
        From this phone
      </h2>
      <ul className="plain-list lined">
        {own.map((each) => (
          <OwnRow
            key={each.tap.reportId}
            {...props}
            {...each}
            onGone={() => heading.current?.focus({ preventScroll: true })}
          />
        ))}
      </ul>
    </section>
  );
}

interface OwnRowProps extends OwnTapsProps, OwnTap {
  /** Called before the button disappears. */
  readonly onGone: () => void;
}

function OwnRow(props: OwnRowProps): ReactNode {
  const { tap, undo, isUndone, journal, line, timeZone, onGone } = props;
  const action = findAction(props);
  const state = describeState(tap, journal.unkept);
  const ofUndo = undo && describeState(undo, journal.unkept);
  const about = describeTap(tap, timeZone);
  const isElsewhere = tap.point !== undefined && tap.point !== line.point;
  const name = line.seen?.body.due.find(({ bib }) => bib === tap.bib)?.name;
  return (
    <li className={`row gap-x-3.5 gap-y-1 py-[7px] ${isUndone ? 'text-muted' : ''}`}>
      <span className="min-w-[3.25rem] text-title-xl leading-[1.2] font-bold">
        {tap.bib || 'number?'}
      </span>
      <span className="grid anywhere min-w-0 flex-[1_1_7rem] text-m">
        <span>
          {name === undefined ? null : <bdi className="semibold">{name} </bdi>}
          <span
            className={isUndone ? 'line-through' : undefined}
          >{`${tap.kind} ${describeTimeOfDay(tap.atMs, timeZone)}`}</span>
          {isElsewhere ? ' at another point' : null}
        </span>
        <span className="muted">{isUndone ? `taken back, ${ofUndo}` : state}</span>
        {undo && !isUndone ? <span className="text-alert">Undo {ofUndo}</span> : null}
      </span>
      {action ? (
        <Button
          kind={action.kind}
          aria-label={`${action.name}: ${about}`}
          onClick={() => {
            onGone();
            action.run();
          }}
        >
          {action.name}
        </Button>
      ) : null}
    </li>
  );
}

function findAction({ tap, isUndone, marshal, line, typed, onFill }: OwnRowProps) {
  // A new number for a time by hand is sent under the pass in use, which must be for the same point.
  const isOpen = lacksBib(tap) || (tap.kind === 'timed' && tap.point === line.point);
  if (isOpen && typed !== '')
    return { kind: 'main', name: `It was ${typed}`, run: () => onFill(tap) } as const;
  if (lacksBib(tap)) {
    const run = () => marshal.drop(tap);
    return { kind: 'plain', name: 'Remove', run } as const;
  }
  if (isUndone || tap.outcome === 'refused') return undefined;
  return { kind: 'plain', name: 'Undo', run: () => marshal.undo(tap) } as const;
}
