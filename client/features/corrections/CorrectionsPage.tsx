import type { ReactNode } from 'react';
import { joinParts } from '#shared/format/isolate-text.ts';
import { useRace } from '#client/live/race-store.tsx';
import { useHeardMoment } from '#client/live/use-heard-moment.ts';
import { useRecent } from '#client/live/use-recent.ts';
import { BackToResults } from '#client/spectators/BackToResults.tsx';
import { CorrectionLines } from '#client/spectators/CorrectionLines.tsx';
import { RaceHeader } from '#client/spectators/RaceHeader.tsx';
import { useCorrections } from '#client/spectators/use-corrections.ts';
import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { useDocumentTitle } from '#client/ui/use-document-title.ts';
import { coursesOf } from '#shared/model/courses.ts';

/** Corrections of published results with their reasons, newest first. */
export function CorrectionsPage(): ReactNode {
  const texts = useAllTexts();
  const { corrections, spectators, common, problem } = texts;
  const { config, head } = useRace();
  const nowMs = useHeardMoment();
  const { list, hasFailed } = useCorrections(useRecent(head));
  useDocumentTitle(config ? joinParts([spectators.corrections, config.pageTitle]) : common.loading);
  return (
    <>
      {config ? <RaceHeader config={config} events={coursesOf(config).events} /> : null}
      <main className="page reading">
        <div className="row between unprinted">
          <BackToResults />
        </div>
        <h1 className="screen-title">{spectators.corrections}</h1>
        <p className="muted">{corrections.why}</p>
        <output>
          {hasFailed && !list ? problem.notLoaded : ''}
          {list?.length === 0 ? corrections.none : ''}
        </output>
        {!config || !head || (!list && !hasFailed) ? <p>{common.loading}</p> : null}
        {config && head && list ? (
          <CorrectionLines corrections={list} config={config} nowMs={nowMs} />
        ) : null}
      </main>
    </>
  );
}
