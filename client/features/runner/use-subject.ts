import { useMemo } from 'react';
import { useRace, useRaceStore } from '#client/live/RaceProvider.tsx';
import { useStartList } from '#client/spectators/use-start-list.ts';
import { type Subject, findSubject } from './find-subject.ts';

/** Whom an address is about, as far as it is known by now. */
export interface Sought {
  readonly subject: Subject;
  /** Who was not seen yet cannot be found just now. */
  readonly isListMissing: boolean;
}

/** Whom the address is about; the start list is fetched when the results do not tell. */
export function useSubject(asked: string): Sought {
  const { head } = useRace();
  const { standings } = useRaceStore().replica;
  const isListed = standings.find(asked) !== undefined;
  const { starters, hasFailed } = useStartList(head !== undefined && !isListed);
  const known = starters ?? (hasFailed ? NONE : undefined);
  // The standings change in place: a new head says that they did.
  const subject = useMemo(
    (): Subject => (head ? findSubject(asked, standings, known) : { kind: 'unknown' }),
    [head, asked, standings, known],
  );
  return { subject, isListMissing: starters === undefined && hasFailed };
}

const NONE = [] as const;
