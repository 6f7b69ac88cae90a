import { createDeferred } from '#client/ui/deferred.tsx';
import type { FoundElsewhereProps } from './FoundElsewhere.tsx';

export const foundElsewhere = createDeferred<FoundElsewhereProps>(
  async () => (await import('./FoundElsewhere.tsx')).FoundElsewhere,
  { name: ({ finding }) => finding.otherRaces },
);
