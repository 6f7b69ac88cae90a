import { type ReactNode, Suspense, useEffect } from 'react';
import { ListsProvider, useLists, useOrganisersFeed } from '../lists/ListsProvider.tsx';
import { ScreenGate, SignedInGate } from './SignedInGate.tsx';
import { TopBar } from './TopBar.tsx';
import { useLocation } from 'react-router-dom';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { NewVersion } from '#client/ui/NewVersion.tsx';
import { findScreen } from '#shared/wire/screens.ts';
import { RaceClockProvider } from '../lists/race-clock.tsx';

export function OrganisersFrame({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <SignedInGate>
      <ListsProvider>
        <RaceClockProvider>
          <a className="skip-link" href="#screen">
            Skip to the screen
          </a>
          <TopBar />
          <main
            id="screen"
            className="@container/screen mx-auto max-w-(--desk) pr-(--gutter-right) pb-12 pl-(--gutter-left) outline-none print:pb-0"
            tabIndex={-1}
          >
            <ReplacedNotice />
            <ScreenGate>
              <Suspense fallback={<output>Loading...</output>}>{children}</Suspense>
            </ScreenGate>
          </main>
          <NewVersion />
        </RaceClockProvider>
      </ListsProvider>
    </SignedInGate>
  );
}

function ReplacedNotice(): ReactNode {
  const { isReplaced } = useLists();
  const feed = useOrganisersFeed();
  const { pathname } = useLocation();
  // The import screen shows the outcome of its own import.
  const isOwn = isReplaced && findScreen(pathname)?.name === 'import';
  useEffect(() => {
    if (isOwn) feed.forgetReplaced();
  }, [feed, isOwn]);
  if (!isReplaced || isOwn) return null;
  return (
    <div className="anywhere my-3.5 [&_p]:mb-2">
      <Banner kind="notice">
        <p>
          <strong>An import or a restore has changed the list of runners.</strong> Changes names its
          author, and the earlier entries are in a backup: check the list before you hand out bands.
        </p>
        <Button onClick={() => feed.forgetReplaced()}>Understood</Button>
      </Banner>
    </div>
  );
}
