import { type ReactNode, Suspense } from 'react';
import { ListsProvider, useLists, useOrganisersFeed } from '../lists/ListsProvider.tsx';
import { ScreenGate, SignedInGate } from './SignedInGate.tsx';
import { TopBar } from './TopBar.tsx';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { NewVersion } from '#client/ui/NewVersion.tsx';
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
  if (!isReplaced) return null;
  return (
    <div className="anywhere my-3.5 [&_p]:mb-2">
      <Banner kind="notice">
        <p>
          <strong>The list of runners was replaced.</strong> Changes says why: an import or a
          restore, with the earlier entries in a backup, or data that the database lost. Check the
          list before you hand out bands.
        </p>
        <Button onClick={() => feed.forgetReplaced()}>Understood</Button>
      </Banner>
    </div>
  );
}
