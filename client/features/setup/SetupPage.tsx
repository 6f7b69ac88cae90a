import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { FetchState } from '#client/organisers/calls/FetchState.tsx';
import { useConfig } from '#client/organisers/config/fetched-config.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { setupQuery } from './use-setup-form.ts';
import { SetupScreen } from './SetupScreen.tsx';

/** The screen that sets up the race. */
export function SetupPage(): ReactNode {
  const calls = useCalls();
  // Setups saved by others are pushed with the settings.
  const { data: config } = useConfig();
  const query = useQuery({
    ...setupQuery(calls, config?.setup ?? ''),
    enabled: config !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (!query.data) return <FetchState what="The race" queries={[query]} />;
  return <SetupScreen body={query.data} />;
}
