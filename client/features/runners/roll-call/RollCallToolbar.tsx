import type { ReactNode } from 'react';

import { FindBox, type FindBoxProps } from '#client/ui/FindBox.tsx';
import { type Shown, NOT_SEEN_MINUTES, type NotSeenMinutes } from './roll-call-view.ts';

export interface RollCallToolbarProps extends Pick<
  FindBoxProps,
  'text' | 'onText' | 'shown' | 'onPress' | 'onEnter' | 'onArrowDown' | 'inputRef'
> {
  readonly view: Shown;
  readonly onView: (view: Shown) => void;
  readonly notSeen: number;
  readonly minutes: NotSeenMinutes;
  readonly onMinutes: (minutes: NotSeenMinutes) => void;
  readonly neverSeen: number;
  readonly pastCutOff: number;
}

const BUTTON =
  'outlined text-m semibold touch clickable shrinks rounded-xl px-3.5 py-1 aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-surface';

/** Finds one runner, shows those who were not seen for long or never, and prints it all. */
export function RollCallToolbar(props: RollCallToolbarProps): ReactNode {
  const { view, onView, notSeen, minutes, onMinutes, neverSeen, pastCutOff, ...find } = props;
  const toggle = (wanted: Shown): void => onView(view === wanted ? 'course' : wanted);
  return (
    <div className="toolbar row px-1 py-2 phone:static [&>search]:max-w-88 [&>search]:flex-[1_1_13rem] phone:[&>search]:max-w-none phone:[&>search]:flex-[1_0_100%]">
      <FindBox label="Find a bib or name" rowsName="runners" {...find} />
      <span className="line shrinks gap-1">
        <button
          type="button"
          className={BUTTON}
          aria-pressed={view === 'unseen'}
          onClick={() => toggle('unseen')}
        >
          Not seen for {minutes} min: <strong>{notSeen}</strong>
        </button>
        <select
          className="outlined touch clickable rounded-md px-2"
          aria-label="Not seen for this many minutes"
          value={minutes}
          onChange={({ currentTarget }) => {
            const chosen = NOT_SEEN_MINUTES.find((each) => each === Number(currentTarget.value));
            onMinutes(chosen ?? minutes);
          }}
        >
          {NOT_SEEN_MINUTES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </span>
      {pastCutOff > 0 || view === 'past-cut-off' ? (
        <button
          type="button"
          className={BUTTON}
          aria-pressed={view === 'past-cut-off'}
          onClick={() => toggle('past-cut-off')}
        >
          Past a cut-off: <strong>{pastCutOff}</strong>
        </button>
      ) : null}
      <button
        type="button"
        className={BUTTON}
        aria-pressed={view === 'start-line'}
        onClick={() => toggle('start-line')}
      >
        Start line: <strong>{neverSeen}</strong> never seen
      </button>
      <button type="button" className={BUTTON} onClick={() => window.print()}>
        Print
      </button>
    </div>
  );
}
