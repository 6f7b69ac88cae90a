import { type ReactNode, Suspense, useState } from 'react';
import { Route, Routes } from 'react-router-dom';

import { RaceProvider } from './live/race-store.tsx';
import { openRace } from './live/open-race.ts';
import { MARSHALS_SCREENS } from '#shared/wire/screens.ts';
import { createDeferred } from './ui/deferred.tsx';
import { ErrorBoundary } from './ui/ErrorBoundary.tsx';
import { NewVersion } from './ui/NewVersion.tsx';
import { PageRouter } from './ui/page-history.tsx';
import { SPECTATORS_ROUTES, SpectatorsScreens } from './spectators-routes.tsx';
import { FollowingNews } from './spectators/FollowingNews.tsx';
import { TextsProvider } from './spectators/TextsProvider.tsx';

const Others = createDeferred(async () => (await import('./organisers-routes.tsx')).OtherScreens, {
  isWhole: true,
}).Component;

/** A marshal's phone, which has no socket and shows only the runners who are due. */
const Marshal = createDeferred(
  async () => (await import('./features/marshal/MarshalPage.tsx')).MarshalPage,
  { isWhole: true },
).Component;

/**
 * The screens by address. The results come with the page; every other screen is a deferred
 * component (`createDeferred`), loaded when it is asked for.
 */
export function Screens(): ReactNode {
  return (
    <ErrorBoundary>
      <PageRouter>
        <Suspense>
          <Routes>
            <Route element={<SpectatorsArea />}>{SPECTATORS_ROUTES}</Route>
            <Route path={MARSHALS_SCREENS.marshal} element={<Marshal />} />
            <Route path="*" element={<Others />} />
          </Routes>
        </Suspense>
      </PageRouter>
    </ErrorBoundary>
  );
}

/** Around all screens of spectators: the race, which loads while their language may still be loading. */
function SpectatorsArea(): ReactNode {
  const [store] = useState(openRace);
  return (
    <RaceProvider store={store}>
      <TextsProvider>
        <SpectatorsScreens />
        <FollowingNews />
        <NewVersion />
      </TextsProvider>
    </RaceProvider>
  );
}
