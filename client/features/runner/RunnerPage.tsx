import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { useRace, useRaceStore } from '#client/live/RaceProvider.tsx';
import { useStartList } from '#client/spectators/use-start-list.ts';
import { findIndex } from '#client/ui/page-history.tsx';
import { useDocumentTitle } from '#client/ui/use-document-title.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { AwaitedRunner } from './AwaitedRunner.tsx';
import { type Subject, findSubject } from './find-subject.ts';
import { ListedRunner } from './ListedRunner.tsx';
import { NoSuchRunner } from './NoSuchRunner.tsx';
import styles from './RunnerPage.module.css';

export interface RunnerPageProps {
  /** The id or the bib in the address. */
  readonly asked: string;
}

/**
 * Everything about one runner (SCREENS.md RP), as it stands.
 *
 * 1. `find-subject` says whom the address is about, with the start list if need be.
 * 2. `ListedRunner` shows who is in the results, `AwaitedRunner` who is not yet.
 * 3. `describe-runner` puts the status in words, `list-stages` the stages; places, legs and gaps
 *    come from `shared/scoring`.
 */
export function RunnerPage({ asked }: RunnerPageProps): ReactNode {
  const { subject, isListMissing } = useSubject(asked);
  const { config } = useRace();
  useLayoutEffect(() => {
    if (findIndex(history.state) !== 0) window.scrollTo({ top: 0, behavior: 'instant' });
  }, []);
  if (!config || subject.kind === 'unknown') return <Loading />;
  if (subject.kind === 'listed') return <ListedRunner result={subject.result} config={config} />;
  if (subject.kind === 'awaited') {
    return <AwaitedRunner starter={subject.starter} config={config} />;
  }
  return (
    <NoSuchRunner
      asked={asked}
      candidates={subject.kind === 'several' ? subject.candidates : []}
      isListMissing={isListMissing}
      config={config}
    />
  );
}

interface Sought {
  readonly subject: Subject;
  /** Who was not seen yet cannot be found just now. */
  readonly isListMissing: boolean;
}

/** Whom the address is about; the start list is fetched when the results do not tell. */
function useSubject(asked: string): Sought {
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

function Loading(): ReactNode {
  const { common } = useTexts();
  useDocumentTitle(common.loading);
  return (
    <main className={styles.page}>
      <p className={styles.loading}>{common.loading}</p>
    </main>
  );
}
