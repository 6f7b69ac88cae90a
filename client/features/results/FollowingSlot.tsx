import type { ReactNode } from 'react';
import { followed, type Followed, useFollowed } from '#client/spectators/followed.ts';
import { createDeferred } from '#client/ui/deferred.tsx';
import { useTexts } from '#client/ui/use-texts.ts';
import type { FollowingCardProps } from './FollowingCard.tsx';
import styles from './FollowingSlot.module.css';

const card = createDeferred<FollowingCardProps>(
  async () => (await import('./FollowingCard.tsx')).FollowingCard,
  // The results are complete without it.
  { isAsked: () => false, fallback: <Room /> },
);

/** Rows shown before "Show all". */
const FIRST_ROWS = 6;

const { runners, clubs } = followed.getSnapshot();
if (runners.length + clubs.length > 0) card.preload();

/** The space of {@link FollowingCard}, reserved from the first paint on, so that nothing moves when it arrives. */
function Room(): ReactNode {
  const rows = countRows(useFollowed());
  return <div style={{ height: `calc(${rows} * var(--followed-row) + 2.75rem)` }} />;
}

function countRows({ runners, clubs }: Followed): number {
  return Math.min(runners.length, FIRST_ROWS) + clubs.length;
}

/** The place of {@link FollowingCard}, whose code is loaded only if somebody is followed. */
export function FollowingSlot(): ReactNode {
  const { following } = useTexts();
  const rows = countRows(useFollowed());
  if (rows === 0) return null;
  return (
    <section className={styles.slot} aria-label={following.part}>
      <card.Component firstRows={FIRST_ROWS} />
    </section>
  );
}
