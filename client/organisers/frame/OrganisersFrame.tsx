import { type ReactNode, Suspense } from 'react';

import { ListsProvider } from '../lists/ListsProvider.tsx';
import { ReplacedNotice } from './ReplacedNotice.tsx';
import { SignedInGate } from './SignedInGate.tsx';
import { UnexpectedReads } from './UnexpectedReads.tsx';
import { TopBar } from './TopBar.tsx';

/**
 * What is around every screen of the organisers.
 *
 * 1. `SignedInGate` leads whoever is not signed in to the login, and asks for the password again
 *    over the screen of an ended session.
 * 2. `ListsProvider` keeps the lists live.
 * 3. `TopBar` has the way to each screen, how fresh the lists are, and who is signed in.
 * 4. `UnexpectedReads` catches wristbands that are read where they mean nothing.
 * 5. `ReplacedNotice` says when an import or a restore took the place of all runners.
 */
export function OrganisersFrame({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <SignedInGate>
      <ListsProvider>
        <a className="skip-link" href="#screen">
          Skip to the screen
        </a>
        <TopBar />
        <UnexpectedReads />
        <main
          id="screen"
          className="@container/screen mx-auto max-w-(--desk) pr-(--gutter-right) pb-12 pl-(--gutter-left) outline-none"
          tabIndex={-1}
        >
          <ReplacedNotice />
          <Suspense fallback={<output>Loading...</output>}>{children}</Suspense>
        </main>
      </ListsProvider>
    </SignedInGate>
  );
}
