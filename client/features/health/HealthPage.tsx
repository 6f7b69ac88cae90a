import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { ADMIN_POLL_MS } from '#shared/wire/admin-events.ts';
import type { HealthBody } from '#shared/wire/health-api.ts';
import { FetchState } from '#client/organisers/calls/FetchState.tsx';
import { NO_USE } from '#client/organisers/calls/calls.ts';
import { useConfig } from '#client/organisers/config/fetched-config.ts';
import { useCalls, useSession } from '#client/organisers/session/use-session.ts';
import { describeTimeOfDay } from '#client/organisers/texts/start-text.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { describeHealth, type HealthLine, REMEDIES } from './describe-health.ts';

export function HealthPage(): ReactNode {
  const calls = useCalls();
  const refetchInterval = useSession().kind === 'signed-in' && ADMIN_POLL_MS;
  const { data: config = DEFAULT_CONFIG } = useConfig();
  const query = useQuery({
    queryKey: ['health'],
    queryFn: () => calls.get<HealthBody>('/health/state', NO_USE),
    refetchInterval,
  });
  return (
    <div className="stack-14 one-column">
      <p className="muted">
        The state of everything the race depends on. Clocks and readers are on Control.
      </p>
      <FetchState what="The state" queries={[query]} />
      {query.data ? <Lines body={query.data} timeZone={config.timeZone} /> : null}
    </div>
  );
}

function Lines({
  body,
  timeZone,
}: {
  readonly body: HealthBody;
  readonly timeZone: string;
}): ReactNode {
  const lines = describeHealth(body, timeZone);
  const count = lines.filter(({ state }) => state === 'attention').length;
  const attention = count === 1 ? '1 thing needs attention.' : `${count} things need attention.`;
  return (
    <>
      <Banner kind={count === 0 ? 'done' : 'notice'}>
        {count === 0 ? 'The service works.' : attention}
      </Banner>
      <ul className="plain-list framed lined">
        {lines.map((line) => (
          <Line key={line.key} line={line} />
        ))}
      </ul>
      <p className="muted text-s">
        As of {describeTimeOfDay(body.atMs, timeZone)}. Checked every five seconds.
      </p>
    </>
  );
}

const STATES = { well: 'Works', attention: 'Needs attention', unknown: 'Good to know' } as const;
const TONES = { well: 'tone-done', attention: 'tone-alert', unknown: 'bg-raised' } as const;

function Line({ line }: { readonly line: HealthLine }): ReactNode {
  const { topic, title, state, text, details } = line;
  return (
    <li className="stack-4 px-3.5 py-2">
      <div className="row between">
        <h2 className="text-l bold anywhere">{title}</h2>
        <span className={`tag text-s semibold nowrap ${TONES[state]}`}>{STATES[state]}</span>
      </div>
      {text === '' ? null : <p className="anywhere">{text}</p>}
      {details.map((detail) => (
        <p key={detail} className="anywhere">
          {detail}
        </p>
      ))}
      {state === 'attention' ? (
        <p className="anywhere">
          <span className="semibold">What to do:</span> see docs/runbook.md under “{REMEDIES[topic]}
          ”.
        </p>
      ) : null}
    </li>
  );
}
