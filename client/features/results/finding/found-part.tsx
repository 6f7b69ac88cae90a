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
  // Who is found is shown without it.
  { isAsked: () => false },
);

/** Fetches the parts when somebody is about to type. */
export function preloadFound(): void {
  found.preload();
  club.preload();
}

/** The club that was found, to be followed; fetched on first use. */
export function FoundClubPart(props: FoundClubProps): ReactNode {
  return (
    <Suspense>
      <club.Component {...props} />
    </Suspense>
  );
}

/** Who a search finds outside the tab, fetched on first use. */
export function FoundPart(props: FoundElsewhereProps): ReactNode {
  if (props.found.length === 0 && props.unseen.length === 0) return null;
  return (
    <Suspense>
      <found.Component {...props} />
    </Suspense>
  );
}
