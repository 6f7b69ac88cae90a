import type { ReactNode } from 'react';

import { labelEvent } from '#shared/format/label-event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';

import { Button } from '#client/ui/Button.tsx';
import { listEvents } from '#client/organisers/runners/editor-values.ts';
import layout from './layout.module.css';
import type { Closing } from './ClosingDialog.tsx';
import styles from './ClosingSection.module.css';
import { Section } from './Section.tsx';

export interface ClosingSectionProps {
  readonly config: RaceConfig;
  readonly onAsk: (closing: Closing) => void;
}

/** Says whether the race is over, for all or for a distance, and offers the other. */
export function ClosingSection({ config, onAsk }: ClosingSectionProps): ReactNode {
  const { closed } = config;
  const events = listEvents(config);
  return (
    <Section title="End of the race">
      <p className={styles.state}>
        <strong>{closed ? 'The race is closed.' : 'The race is open.'}</strong>{' '}
        {closed
          ? 'Whoever had not finished shows as DNF.'
          : 'Whoever has not finished shows as racing. Close it when nobody is out any more: they become DNF.'}
      </p>
      <div className={layout.choice}>
        <Button
          kind={closed ? 'plain' : 'danger'}
          onClick={() => {
            onAsk({ event: undefined, toBeClosed: !closed });
          }}
        >
          {closed ? 'Reopen the race' : 'Close the race'}
        </Button>
        {closed || events.length < 2
          ? null
          : events.map((event) => {
              const isClosed = config.closedEvents[event];
              const name = labelEvent(event, config);
              return (
                <Button
                  key={event}
                  onClick={() => {
                    onAsk({ event, toBeClosed: !isClosed });
                  }}
                >
                  {isClosed ? `Reopen ${name}` : `Close ${name} alone`}
                </Button>
              );
            })}
      </div>
      {closed ? null : <p className={layout.note}>{describeClosedEvents(config)}</p>}
    </Section>
  );
}

function describeClosedEvents(config: RaceConfig): string {
  const names = listEvents(config)
    .filter((event) => config.closedEvents[event])
    .map((event) => labelEvent(event, config));
  return names.length === 0 ? '' : `Closed by itself: ${names.join(', ')}.`;
}
