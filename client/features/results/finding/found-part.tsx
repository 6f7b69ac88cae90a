import { type ReactNode, Suspense } from 'react';

import { createDeferred } from '#client/ui/deferred.tsx';
import type { FoundElsewhereProps } from './FoundElsewhere.tsx';

const found = createDeferred<FoundElsewhereProps>(
  async () => (await import('./FoundElsewhere.tsx')).FoundElsewhere,
  { name: ({ finding }) => finding.otherRaces },
);

/** Loads the part when the find box gets the focus. */
export const preloadFound = found.preload;

/** {@link FoundElsewhere}, loaded on first use. */
export function FoundPart(props: FoundElsewhereProps): ReactNode {
  if (props.found.length === 0 && props.awaited.length === 0) return null;
  return (
    <Suspense>
      <found.Component {...props} />
    </Suspense>
  );
}
