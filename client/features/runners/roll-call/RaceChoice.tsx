import type { ReactNode } from 'react';

import { labelEvent } from '#shared/format/label-event.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { RollCallCounts } from '#shared/scoring/whereabouts.ts';
import type { RollCall } from '#shared/control/roll-call.ts';

export interface RaceChoiceProps {
  readonly rollCall: RollCall;
  /** Undefined for all. */
  readonly chosen: EventCode | undefined;
  readonly config: RaceConfig;
  readonly onChoose: (event: EventCode | undefined) => void;
}

export function RaceChoice({ rollCall, chosen, config, onChoose }: RaceChoiceProps): ReactNode {
  const { events, counts } = rollCall;
  const card = (event: EventCode | undefined, name: string, shown: RollCallCounts): ReactNode => (
    <button
      key={name}
      type="button"
      className="card shrinks text-left clickable touch border-0 px-3.5 py-[7px] aria-pressed:[box-shadow:inset_4px_0_0_var(--accent),0_0_0_1px_var(--line)]"
      aria-pressed={event === chosen}
      onClick={() => onChoose(event)}
    >
      <strong className="bold">
        {name}: {shown.started} started
      </strong>{' '}
      <span className="block text-s muted">
        {shown.finished} finished · {shown['out-safe'] + shown['out-not-safe']} out
        {shown['out-not-safe'] > 0 ? (
          <span className="bold text-alert"> ({shown['out-not-safe']} not accounted for)</span>
        ) : null}{' '}
        · <strong className="bold text-ink">{shown['on-course']} on course</strong>
      </span>
    </button>
  );
  return (
    <fieldset
      // On a phone they go on beside the screen.
      className="plain-set grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] gap-2 phone:-mx-1 phone:auto-cols-[min(15rem,80%)] phone:grid-flow-col phone:grid-cols-none phone:overflow-x-auto phone:overscroll-x-contain phone:p-1 phone:[scrollbar-width:none]"
      aria-label="Race"
    >
      {events.length === 1 ? null : card(undefined, 'All', counts)}
      {events.map((each) => card(each.event, labelEvent(each.event, config), each.counts))}
    </fieldset>
  );
}
