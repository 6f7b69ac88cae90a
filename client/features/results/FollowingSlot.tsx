import type { ReactNode } from 'react';
import { followed, useFollowed } from '#client/spectators/followed.ts';
import { createDeferred } from '#client/ui/deferred.tsx';
import { useTexts } from '#client/ui/use-texts.ts';
import styles from './FollowingSlot.module.css';

const card = createDeferred<object>(
  async () => (await import('./FollowingCard.tsx')).FollowingCard,
  { isOptional: true, fallback: <Room /> },
);

const { runners, clubs } = followed.getSnapshot();
if (runners.length + clubs.length > 0) card.preload();

/** The space of {@link FollowingCard}, reserved from the first paint on, so that nothing moves when it arrives. */
function Room(): ReactNode {
  const rows = useRows();
  return <div style={{ height: `calc(${rows} * var(--followed-row) + 2.75rem)` }} />;
}

function useRows(): number {
  const { runners, clubs } = useFollowed();
  return runners.length + clubs.length;
}

/** The place of {@link FollowingCard}, whose code is loaded only if somebody is followed. */
export function FollowingSlot(): ReactNode {
  const { following } = useTexts();
  if (useRows() === 0) return null;
  return (
    <section className={styles.slot} aria-label={following.part}>
      <card.Component />
    </section>
  );
}
