import { type ReactNode, Suspense } from 'react';

import { createDeferred } from '#client/ui/deferred.tsx';
import type { FoundClubProps } from './FoundClub.tsx';
import type { FoundElsewhereProps } from './FoundElsewhere.tsx';

const found = createDeferred<FoundElsewhereProps>(
  async () => (await import('./FoundElsewhere.tsx')).FoundElsewhere,
  { name: ({ finding }) => finding.otherRaces },
);

const club = createDeferred<FoundClubProps>(
  async () => (await import('./FoundClub.tsx')).FoundClub,
  // The found runners are shown without it.
  { isAsked: () => false },
);

/** Loads the parts when somebody is about to type. */
export function preloadFound(): void {
  found.preload();
  club.preload();
}

/** The found club, to be followed; loaded on first use. */
export function FoundClubPart(props: FoundClubProps): ReactNode {
  return (
    <Suspense>
      <club.Component {...props} />
    </Suspense>
  );
}

/** Runners found outside the tab; loaded on first use. */
export function FoundPart(props: FoundElsewhereProps): ReactNode {
  if (props.found.length === 0 && props.awaited.length === 0) return null;
  return (
    <Suspense>
      <found.Component {...props} />
    </Suspense>
  );
}
