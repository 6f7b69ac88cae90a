import { type ReactNode, useId, useState } from 'react';
import { labelEvent, listEvents } from '#shared/format/label-event.ts';
import { findResultsState, isClosedFor, type RaceConfig } from '#shared/model/race-config.ts';
import { Button } from '#client/ui/Button.tsx';
import type { Closing as Asked } from './ClosingDialog.tsx';
import { describeClosing } from './describe-closing.ts';
import { describeResultsState } from '#shared/format/describe-results-state.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { valueOf } from '#shared/model/setting-parts.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { en } from '#shared/texts/en.ts';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';
import { Link } from '#client/ui/Link.tsx';
import { nameResults, OfficialDialog, partOf, type Step } from './OfficialDialog.tsx';
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

export interface OfficialProps {
  readonly config: FetchedConfig;
  readonly nowMs: EpochMs;
  /** The number of items under Now to do. */
  readonly openItems: number;
}

/**
 * The state of the results of the whole race or of one distance, and the next step; empty while everything is open.
 */
export function Official({ config, nowMs, openItems }: OfficialProps): ReactNode {
  const [asked, setAsked] = useState<Step>();
  const [chosen, setChosen] = useState<EventCode>();
  const name = useId();
  const events = listEvents(config);
  const closed = events.filter((event) => isClosedFor(event, config));
  const [first] = closed;
  if (first === undefined) return null;
  const isAllClosed = closed.length === events.length;
  // A single distance is the whole race; during a race only closed distances are listed.
  const scopes = [...(isAllClosed ? [undefined] : []), ...(events.length > 1 ? closed : [])];
  const scope = scopes.includes(chosen) ? chosen : scopes[0];
  const state = findResultsState(scope === undefined ? events : [scope], config);
  const isOwn = valueOf(config, partOf('officialAt', scope)) !== '';
  const ask = (step: Step, label: string): ReactNode => (
    <Button onClick={() => setAsked(step)}>{label}</Button>
  );
  return (
    <div className="stack-8 line-above pt-2.5">
      <p>
        <strong>{describeResultsState(events, config, nowMs, en)}.</strong>
      </p>
      {scopes.length > 1 ? (
        <fieldset className="plain-set flow" aria-label="Results of">
          {scopes.map((each) => (
            <label key={each ?? ''} className="chip anywhere">
              <input
                type="radio"
                name={name}
                checked={each === scope}
                onChange={() => setChosen(each)}
              />
              <span>{each === undefined ? 'Whole race' : labelEvent(each, config)}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
      <div className="flow shrinks anywhere">
        {isOwn ? ask('provisional', `Make ${nameResults(scope, config)} provisional again`) : null}
        {state === 'provisional' ? (
          <>
            {ask('official', `Make ${nameResults(scope, config)} official`)}
            {ask('protests', 'Set the protest deadline')}
          </>
        ) : null}
        <Link className="link" to={ORGANISERS_SCREENS.files}>
          Files
        </Link>
      </div>
      {state === 'official' && !isOwn ? (
        <p className="text-s muted anywhere">
          {scope === undefined
            ? 'Each distance is official on its own.'
            : 'Official with the whole race.'}
        </p>
      ) : null}
      {asked ? (
        <OfficialDialog
          step={asked}
          scope={scope}
          config={config}
          nowMs={nowMs}
          openItems={openItems}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </div>
  );
}
