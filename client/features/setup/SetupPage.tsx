import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { FetchState } from '#client/organisers/calls/FetchState.tsx';
import { useConfig } from '#client/organisers/config/fetched-config.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { setupQuery } from './use-setup-form.ts';
import { SetupScreen } from './SetupScreen.tsx';
import { useTemplates } from './TemplateChoice.tsx';

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
  const { isPending } = useTemplates();
  if (!query.data) return <FetchState what="The race" queries={[query]} />;
  // A race that is not set up shows the templates first; loaded later, they would move its parts.
  if (query.data.isTemplate && isPending) return <output>Loading...</output>;
  return <SetupScreen body={query.data} />;
}
