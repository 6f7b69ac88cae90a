import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { configQuery } from '#client/organisers/config/fetched-config.ts';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { ScreenGate } from '#client/organisers/frame/SignedInGate.tsx';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import styles from './ConfigPage.module.css';
import { ConfigScreen } from './ConfigScreen.tsx';

/** The settings of the race. */
export function ConfigPage(): ReactNode {
  return (
    <>
      <ScreenHead screen={SCREENS.config} />
      <ScreenGate screen={SCREENS.config}>
        <FetchedSettings />
      </ScreenGate>
    </>
  );
}

/** Shows the settings once they are loaded. */
function FetchedSettings(): ReactNode {
  // Always fresh: this computer may have slept, or its clock may have been set, since the screen was left.
  const { data, failureReason, refetch } = useQuery({
    ...configQuery(useCalls()),
    refetchOnWindowFocus: 'always',
  });
  if (data) return <ConfigScreen config={data} />;
  if (!failureReason) return <output>Loading...</output>;
  return (
    <div className={styles.failed}>
      <Banner kind="alert">
        <p>Failed to fetch web config data</p>
        <p>{messageOf(failureReason)}</p>
      </Banner>
      <Button kind="main" onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  );
}
