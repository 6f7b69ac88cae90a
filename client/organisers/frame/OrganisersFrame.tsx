import type { ReactNode } from 'react';
import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';

import { ListsProvider } from '../lists/ListsProvider.tsx';
import styles from './OrganisersFrame.module.css';
import { ReplacedNotice } from './ReplacedNotice.tsx';
import { SignedInGate } from './SignedInGate.tsx';
import { StrayReads } from './StrayReads.tsx';
import { TopBar } from './TopBar.tsx';

/** The bar and, below it, the screen; behind the gate. */
export function OrganisersFrame(): ReactNode {
  return (
    <SignedInGate>
      <ListsProvider>
        <a className="skip-link" href="#screen">
          Skip to the screen
        </a>
        <TopBar />
        <StrayReads />
        <main id="screen" className={styles.screen} tabIndex={-1}>
          <ReplacedNotice />
          <Suspense fallback={<output>Loading...</output>}>
            <Outlet />
          </Suspense>
        </main>
      </ListsProvider>
    </SignedInGate>
  );
}
