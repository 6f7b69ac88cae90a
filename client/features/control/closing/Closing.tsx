import { type ReactNode, useState } from 'react';
import { labelEvent, listEvents } from '#shared/format/label-event.ts';
import { findResultsState, isClosedFor, type RaceConfig } from '#shared/model/race-config.ts';
import { Button } from '#client/ui/Button.tsx';
import type { Closing as Asked } from './ClosingDialog.tsx';
import { describeClosing } from './describe-closing.ts';
import { describeResultsState } from '#shared/format/describe-results-state.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { en } from '#shared/texts/en.ts';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';
import { Link } from '#client/ui/Link.tsx';
import { OfficialDialog, type Step } from './OfficialDialog.tsx';
import type { FetchedConfig } from '#client/organisers/config/fetched-config.ts';

export interface ClosingProps {
  readonly config: RaceConfig;
  /** Whether the last gun has gone; before that closing is not the main action. */
  readonly isStarted: boolean;
  /** Undefined for somebody who may close nothing. */
  readonly onAsk: ((closing: Asked) => void) | undefined;
}

/** Whether the race or a distance is closed, and the buttons to close or reopen it. */
export function Closing({ config, isStarted, onAsk }: ClosingProps): ReactNode {
  const { closed } = config;
  const events = listEvents(config);
  return (
    <div className="stack-8 line-above pt-2.5">
      <p className="max-w-[46rem] leading-[1.45]">
        <strong>{closed ? 'The race is closed.' : 'The race is open.'}</strong>{' '}
        {closed
          ? 'Anyone who was seen and did not finish shows as DNF.'
          : `When you close the race, ${describeClosing(events, config)}.`}
      </p>
      {onAsk ? (
        <div className="flow shrinks anywhere">
          <Button
            kind={closed || !isStarted ? 'plain' : 'danger'}
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
    </div>
  );
}

export interface OfficialProps {
  readonly config: FetchedConfig;
  readonly nowMs: EpochMs;
  /** The number of items under Now to do. */
  readonly openItems: number;
}

/** The state of the results, and the next step once every distance is closed; empty while everything is open. */
export function Official({ config, nowMs, openItems }: OfficialProps): ReactNode {
  const [asked, setAsked] = useState<Step>();
  const events = listEvents(config);
  if (!events.some((event) => isClosedFor(event, config))) return null;
  const state = findResultsState(events, config);
  const ask = (step: Step, label: string): ReactNode => (
    <Button onClick={() => setAsked(step)}>{label}</Button>
  );
  return (
    <div className="stack-8 line-above pt-2.5">
      <p>
        <strong>{describeResultsState(events, config, nowMs, en)}.</strong>
      </p>
      <div className="flow shrinks anywhere">
        {state === 'official' ? ask('provisional', 'Make the results provisional again') : null}
        {state === 'provisional' ? (
          <>
            {ask('official', 'Make the results official')}
            {ask('protests', 'Set the protest deadline')}
          </>
        ) : null}
        <Link className="link" to={ORGANISERS_SCREENS.files}>
          Files
        </Link>
      </div>
      {asked ? (
        <OfficialDialog
          step={asked}
          config={config}
          nowMs={nowMs}
          openItems={openItems}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </div>
  );
}
