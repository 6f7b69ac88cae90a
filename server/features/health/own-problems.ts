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
  const behindMs = performance.now() - (follower.levelMs ?? -Infinity);
  if (race.isLoaded && behindMs > mostBehindMs) {
    problems.push('What is shown is no longer what the record holds: it cannot be followed.');
  }
  return problems;
}
