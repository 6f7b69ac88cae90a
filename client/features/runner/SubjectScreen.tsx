import { type ComponentType, type ReactNode, useMemo } from 'react';
import type { Starter, UnrankedResult } from '#shared/model/result.ts';
import { useRace } from '#client/live/race-store.tsx';
import { useDocumentTitle } from '#client/ui/use-document-title.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { NoSuchRunner } from './NoSuchRunner.tsx';
import styles from './RunnerPage.module.css';
import { useStartList } from '#client/spectators/use-start-list.ts';
import { isAbout } from './use-runner-start.ts';
import { useFromStandings, useStandings } from '#client/live/use-standings.ts';
import { type Subject, findStarters, findSubject } from './find-subject.ts';

interface FoundSubject {
  readonly subject: Subject;
  /** The start list cannot be loaded, so runners without a result cannot be found. */
  readonly isListMissing: boolean;
}

/** The runner of an address; the start list is loaded only for a runner without a result. */
function useSubject(idOrBib: string): FoundSubject {
  const { head, runner } = useRace();
  const standings = useStandings();
  const isListed = standings.find(idOrBib) !== undefined;
  const { starters, hasFailed } = useStartList(head !== undefined && !isListed);
  const known = starters ?? (hasFailed ? NONE : undefined);
  const candidates = useMemo(() => known && findStarters(idOrBib, known), [idOrBib, known]);
  const found = useFromStandings(
    (all) => all && findSubject(idOrBib, all, candidates),
    [idOrBib, candidates],
  );
  const own = runner && isAbout(runner, idOrBib) ? runner.runner : undefined;
  const subject = found ?? own ?? { kind: 'unknown' };
  return { subject, isListMissing: starters === undefined && hasFailed };
}

const NONE = [] as const;

export interface SubjectScreenProps {
  /** The id or the bib in the address. */
  readonly idOrBib: string;
  readonly Listed: ComponentType<{ readonly result: UnrankedResult; readonly config: ConfigBody }>;
  readonly Awaited: ComponentType<{ readonly starter: Starter; readonly config: ConfigBody }>;
}

/** A screen about the runner of an address; handles loading and addresses that match nobody or several runners. */
export function SubjectScreen({ idOrBib, Listed, Awaited }: SubjectScreenProps): ReactNode {
  const { subject, isListMissing } = useSubject(idOrBib);
  const { config } = useRace();
  if (!config || subject.kind === 'unknown') return <Loading />;
  if (subject.kind === 'listed') return <Listed result={subject.result} config={config} />;
  if (subject.kind === 'awaited') return <Awaited starter={subject.starter} config={config} />;
  return (
    <NoSuchRunner
      idOrBib={idOrBib}
      candidates={subject.kind === 'several' ? subject.candidates : []}
      isListMissing={isListMissing}
      config={config}
    />
  );
}

function Loading(): ReactNode {
  const { common } = useTexts();
  useDocumentTitle(common.loading);
  return (
    <main className="page reading">
      <p className={styles.loading}>{common.loading}</p>
    </main>
  );
}
