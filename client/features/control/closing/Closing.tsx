import type { ReactNode } from 'react';

import { labelEvent, listEvents } from '#shared/format/label-event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';

import { Button } from '#client/ui/Button.tsx';
import type { Closing as Asked } from './ClosingDialog.tsx';

export interface ClosingProps {
  readonly config: RaceConfig;
  /** Undefined for somebody who may close nothing. */
  readonly onAsk: ((closing: Asked) => void) | undefined;
}

/** Says whether the race is over, for all or for a distance, and offers to close or reopen it. */
export function Closing({ config, onAsk }: ClosingProps): ReactNode {
  const { closed } = config;
  const events = listEvents(config);
  return (
    <div className="stack-8 line-above pt-2.5">
      <p className="max-w-[46rem] leading-[1.45]">
        <strong>{closed ? 'The race is closed.' : 'The race is open.'}</strong>{' '}
        {closed
          ? 'Anyone who was seen and did not finish shows as DNF.'
          : 'When you close the race, anyone still out becomes DNF.'}
      </p>
      {onAsk ? (
        <div className="flow shrinks anywhere">
          <Button
            kind={closed ? 'plain' : 'danger'}
            onClick={() => onAsk({ event: undefined, toBeClosed: !closed })}
          >
            {closed ? 'Reopen the race' : 'Close the race'}
          </Button>
          {closed || events.length < 2
            ? null
            : events.map((event) => {
                const isClosed = config.closedEvents[event];
                const name = labelEvent(event, config);
                return (
                  <Button key={event} onClick={() => onAsk({ event, toBeClosed: !isClosed })}>
                    {isClosed ? `Reopen ${name}` : `Close ${name} alone`}
                  </Button>
                );
              })}
        </div>
      ) : null}
      {closed || describeClosedEvents(config) === '' ? null : (
        <p className="text-s muted anywhere">{describeClosedEvents(config)}</p>
      )}
    </div>
  );
}

function describeClosedEvents(config: RaceConfig): string {
  const names = listEvents(config)
    .filter((event) => config.closedEvents[event])
    .map((event) => labelEvent(event, config));
  return names.length === 0 ? '' : `Closed on its own: ${names.join(', ')}.`;
}
