import { type ComponentType, type ReactNode, useLayoutEffect } from 'react';
import type { Starter, UnrankedResult } from '#shared/model/result.ts';
import { useRace } from '#client/live/RaceProvider.tsx';
import { findIndex } from '#client/ui/page-history.tsx';
import { useDocumentTitle } from '#client/ui/use-document-title.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { NoSuchRunner } from './NoSuchRunner.tsx';
import { useSubject } from './use-subject.ts';
import styles from './RunnerPage.module.css';

export interface SubjectScreenProps {
  /** The id or the bib in the address. */
  readonly asked: string;
  /** Draws somebody who is in the results. */
  readonly Listed: ComponentType<{ readonly result: UnrankedResult; readonly config: ConfigBody }>;
  /** Draws somebody who was not seen yet. */
  readonly Awaited: ComponentType<{ readonly starter: Starter; readonly config: ConfigBody }>;
}

/** A screen about the runner of an address; while nobody knows who that is, and for nobody, all such screens are one. */
export function SubjectScreen({ asked, Listed, Awaited }: SubjectScreenProps): ReactNode {
  const { subject, isListMissing } = useSubject(asked);
  const { config } = useRace();
  useLayoutEffect(() => {
    if (findIndex(history.state) !== 0) window.scrollTo({ top: 0, behavior: 'instant' });
  }, []);
  if (!config || subject.kind === 'unknown') return <Loading />;
  if (subject.kind === 'listed') return <Listed result={subject.result} config={config} />;
  if (subject.kind === 'awaited') return <Awaited starter={subject.starter} config={config} />;
  return (
    <NoSuchRunner
      asked={asked}
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
    <main className={styles.page}>
      <p className={styles.loading}>{common.loading}</p>
    </main>
  );
}
