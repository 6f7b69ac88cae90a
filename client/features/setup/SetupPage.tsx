import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { FetchFailure } from '#client/organisers/calls/FetchFailure.tsx';
import { useConfig } from '#client/organisers/config/fetched-config.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { setupQuery } from './use-setup-form.ts';
import { SetupScreen } from './SetupScreen.tsx';
import { useTemplates } from './TemplateChoice.tsx';

/** The screen that sets up the race. */
export function SetupPage(): ReactNode {
  const calls = useCalls();
  // A setup that others save is pushed with the settings.
  const { data: config } = useConfig();
  const { data, error, isFetching, refetch } = useQuery({
    ...setupQuery(calls, config?.setup ?? ''),
    enabled: config !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const { isPending } = useTemplates();
  // Templates are above the parts of a race that is not set up, and would push them away.
  const isAwaited = data?.isTemplate === true && isPending;
  if (data && !isAwaited) return <SetupScreen body={data} />;
  if (!error) return <output>Loading...</output>;
  return (
    <FetchFailure
      what="The race"
      isShown={false}
      error={error}
      isFetching={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
