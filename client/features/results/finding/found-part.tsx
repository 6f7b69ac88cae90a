import { type ReactNode, Suspense } from 'react';

import { createDeferred } from '#client/ui/deferred.tsx';
import type { FoundElsewhereProps } from './FoundElsewhere.tsx';

const found = createDeferred<FoundElsewhereProps>(
  async () => (await import('./FoundElsewhere.tsx')).FoundElsewhere,
  { name: ({ finding }) => finding.otherRaces },
);

/** Fetches the part when somebody is about to type. */
export const preloadFound = found.preload;

/** Who a search finds outside the tab, fetched on first use. */
export function FoundPart(props: FoundElsewhereProps): ReactNode {
  if (props.found.length === 0 && props.unseen.length === 0) return null;
  return (
    <Suspense>
      <found.Component {...props} />
    </Suspense>
  );
}
