import type { ReactNode } from 'react';

import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { usePolledConfig } from '#client/organisers/config/use-polled-config.ts';
import { AdminsOnly } from '#client/organisers/frame/SignedInGate.tsx';
import { ScreenHead } from '#client/organisers/frame/ScreenHead.tsx';
import styles from './ConfigPage.module.css';
import { ConfigScreen } from './ConfigScreen.tsx';

/** The settings of the race (SCREENS.md SF1). */
export function ConfigPage(): ReactNode {
  return (
    <>
      <ScreenHead title="Config" />
      <AdminsOnly>
        <FetchedSettings />
      </AdminsOnly>
    </>
  );
}

/** Fetches the settings and keeps looking for what other organisers change. */
function FetchedSettings(): ReactNode {
  const { data, failureReason, refetch } = usePolledConfig();
  if (data) return <ConfigScreen config={data} />;
  if (!failureReason) return <output>Loading...</output>;
  return (
    <div className={styles.failed}>
      <Banner kind="alert">
        <p>Failed to fetch web config data</p>
        <p>{messageOf(failureReason)}</p>
      </Banner>
      <Button
        kind="main"
        onClick={() => {
          void refetch();
        }}
      >
        Try again
      </Button>
    </div>
  );
}
