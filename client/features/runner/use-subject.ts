import { useCallback, useMemo } from 'react';
import { useRace, useRaceStore } from '#client/live/RaceProvider.tsx';
import { useStartList } from '#client/spectators/use-start-list.ts';
import { isAbout } from '#client/live/own-runner.ts';
import { useInStep } from '#client/live/use-in-step.ts';
import { BibHolders, type Subject, findStarters, findSubject } from './find-subject.ts';

/** Whom an address is about, as far as it is known by now. */
export interface ResultsQuery {
  readonly subject: Subject;
  /** Who was not seen yet cannot be found just now. */
  readonly isListMissing: boolean;
}

/** Whom the address is about; the start list is fetched when the results do not tell. */
export function useSubject(asked: string): ResultsQuery {
  const { head, runner } = useRace();
  const { standings } = useRaceStore().replica;
  const isListed = standings.find(asked) !== undefined;
  const { starters, hasFailed } = useStartList(head !== undefined && !isListed);
  const known = starters ?? (hasFailed ? NONE : undefined);
  const meant = useMemo(() => known && findStarters(asked, known), [asked, known]);
  const holders = useInStep(useCallback((all) => new BibHolders(all, asked), [asked]));
  const own = !head && runner && isAbout(runner, asked) ? runner.runner : undefined;
  const subject: Subject = head
    ? findSubject(asked, standings, meant, isListed ? NONE : holders.read().list())
    : (own ?? { kind: 'unknown' });
  return { subject, isListMissing: starters === undefined && hasFailed };
}

const NONE = [] as const;
