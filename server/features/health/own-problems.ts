import type { RaceFollower } from '#server/race/follower.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import type { DurationMs } from '#shared/model/time.ts';

export interface OwnProblemParts {
  readonly store: Pick<RaceStore, 'isConnected' | 'problem'>;
  readonly race: LiveRace;
  readonly follower: RaceFollower;
}

/** Problems that are known without asking Redis; `mostBehindMs` is how old a race may be that is shown. */
export function findOwnProblems(
  { store, race, follower }: OwnProblemParts,
  mostBehindMs: DurationMs,
): string[] {
  if (!store.isConnected) {
    const { problem } = store;
    return [problem ? `Redis cannot be reached: ${problem}.` : 'Redis cannot be reached.'];
  }
  const { lost } = follower.damage;
  const problems: string[] = [];
  if (lost) {
    problems.push(
      `Redis was emptied while it held ${lost.runners} runners and ${lost.scans} scans. ` +
        'Bring its files back, or import the runners and replay the scanners.',
    );
  }
  for (const { hash, field, reason } of follower.damage.unreadable.named) {
    const isGone =
      (hash === 'runners' && race.runnerCount === 0) || (hash === 'scans' && race.scanCount === 0);
    // A race whose key was replaced may read without faults, and is still not the right one.
    if (isGone && field === '') problems.push(`The ${hash} are gone: their key ${reason}.`);
  }
  const behindMs = performance.now() - (follower.levelMs ?? -Infinity);
  if (race.isLoaded && behindMs > mostBehindMs) {
    problems.push('What is shown is no longer what the record holds: it cannot be followed.');
  }
  return problems;
}
