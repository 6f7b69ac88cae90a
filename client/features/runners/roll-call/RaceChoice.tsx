import type { ReactNode } from 'react';

import { labelEvent } from '#shared/format/label-event.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { RollCallCounts } from '#shared/scoring/whereabouts.ts';
import type { RollCall } from '#shared/control/roll-call.ts';
import styles from './RaceChoice.module.css';

export interface RaceChoiceProps {
  readonly rollCall: RollCall;
  /** Undefined for all. */
  readonly chosen: EventCode | undefined;
  readonly config: RaceConfig;
  readonly onChoose: (event: EventCode | undefined) => void;
}

/** The races with how many started, and where they are; one can be shown alone. */
export function RaceChoice({ rollCall, chosen, config, onChoose }: RaceChoiceProps): ReactNode {
  const { events, counts } = rollCall;
  const card = (event: EventCode | undefined, name: string, shown: RollCallCounts): ReactNode => (
    <button
      key={name}
      type="button"
      className={styles.race}
      aria-pressed={event === chosen}
      onClick={() => onChoose(event)}
    >
      <strong className="bold">
        {name}: {shown.started} started
      </strong>{' '}
      <span className={styles.counts}>
        {shown.finished} finished · {shown['out-safe'] + shown['out-not-safe']} out
        {shown['out-not-safe'] > 0 ? (
          <span className={styles.alert}> ({shown['out-not-safe']} not accounted for)</span>
        ) : null}{' '}
        · <strong className="bold">{shown['on-course']} on course</strong>
      </span>
    </button>
  );
  return (
    <fieldset className={styles.races} aria-label="Race">
      {events.length === 1 ? null : card(undefined, 'All', counts)}
      {events.map((each) => card(each.event, labelEvent(each.event, config), each.counts))}
    </fieldset>
  );
}
