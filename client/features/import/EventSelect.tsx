import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { labelEvent } from '#shared/format/label-event.ts';
import type { EventCode } from '#shared/model/event.ts';
import { isEventCode } from '#shared/model/event.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';

import type { FieldControl } from '#client/ui/Field.tsx';
import { readConfig } from '#client/organisers/config/read-config.ts';
import { listEvents } from '#client/organisers/runners/editor-values.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';

export interface EventSelectProps {
  readonly control: FieldControl;
  readonly event: EventCode | undefined;
  readonly isDisabled: boolean;
  readonly onChoose: (event: EventCode | undefined) => void;
}

/** One of the configured events, or none as long as nobody chose. */
export function EventSelect({ control, event, isDisabled, onChoose }: EventSelectProps): ReactNode {
  const calls = useCalls();
  const { data: config = DEFAULT_CONFIG } = useQuery(readConfig(calls));
  return (
    <select
      {...control}
      value={event ?? ''}
      disabled={isDisabled}
      onChange={({ currentTarget: { value } }) => {
        onChoose(isEventCode(value) ? value : undefined);
      }}
    >
      <option value="">Choose an event</option>
      {listEvents(config).map((offered) => (
        <option key={offered} value={offered}>
          {labelEvent(offered, config)}
        </option>
      ))}
    </select>
  );
}
