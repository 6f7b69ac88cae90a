import type { ReactNode } from 'react';
import { createDeferred } from '#client/ui/deferred.tsx';
import { useFollowed } from './followed.ts';

const announcer = createDeferred<object>(
  async () => (await import('./news/NewsAnnouncer.tsx')).NewsAnnouncer,
  { isOptional: true, fallback: null },
);

/** {@link NewsAnnouncer} on every public screen, loaded once somebody is followed. */
export function FollowingNews(): ReactNode {
  const { runners, clubs } = useFollowed();
  return runners.length + clubs.length === 0 ? null : <announcer.Component />;
}
