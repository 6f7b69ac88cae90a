import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { useConfig } from '#client/organisers/config/fetched-config.ts';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import { ScreenGate } from '#client/organisers/frame/SignedInGate.tsx';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { readSetupBody } from './setup-calls.ts';
import { SetupScreen } from './SetupScreen.tsx';

/** The screen that sets up the race (SCREENS.md SS). */
export function SetupPage(): ReactNode {
  return (
    <>
      <ScreenHead screen={SCREENS.setup} />
      <ScreenGate screen={SCREENS.setup}>
        <FetchedSetup />
      </ScreenGate>
    </>
  );
}

function FetchedSetup(): ReactNode {
  const calls = useCalls();
  // A setup that others save is pushed with the settings.
  const { data: config } = useConfig();
  const { data, error, isFetching, refetch } = useQuery({
    ...readSetupBody(calls, config?.setup ?? ''),
    enabled: config !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (data) return <SetupScreen body={data} />;
  if (!error) return <output>Loading...</output>;
  return (
    <div className="failure">
      <Banner kind="alert">The race cannot be shown. {messageOf(error)}</Banner>
      <Button isBusy={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  );
}
