import { type ReactNode, useId, useState } from 'react';

import { describeResultsState } from '#shared/format/describe-results-state.ts';
import { labelEvent, listEvents } from '#shared/format/label-event.ts';
import type { EventCode } from '#shared/model/event.ts';
import { findResultsState, isClosedFor } from '#shared/model/race-config.ts';
import { valueOf } from '#shared/model/setting-parts.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { en } from '#shared/texts/en.ts';

import { Button } from '#client/ui/Button.tsx';
import { ORGANISERS_SCREENS } from '#shared/wire/screens.ts';
import { Link } from '#client/ui/Link.tsx';
import { nameResults, OfficialDialog, partOf, type Step } from './OfficialDialog.tsx';
import type { FetchedConfig } from '#client/organisers/config/fetched-config.ts';

export interface OfficialProps {
  readonly config: FetchedConfig;
  /** By the server's clock. */
  readonly nowMs: EpochMs;
}

/**
 * How final the results of the whole race or of one distance are, and the next step; empty while
 * everything is open.
 */
export function Official({ config, nowMs }: OfficialProps): ReactNode {
  const [asked, setAsked] = useState<Step>();
  const [chosen, setChosen] = useState<EventCode>();
  const name = useId();
  const events = listEvents(config);
  const closed = events.filter((event) => isClosedFor(event, config));
  const [first] = closed;
  if (first === undefined) return null;
  const isAllClosed = closed.length === events.length;
  // A single distance is the whole race; while a race goes on only its closed distances are listed.
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
          Files for federations
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
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </div>
  );
}
