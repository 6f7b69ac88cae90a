import { type ReactNode, useLayoutEffect } from 'react';
import { useRace } from '#client/live/RaceProvider.tsx';
import { findIndex } from '#client/ui/page-history.tsx';
import { AwaitedRunner } from './AwaitedRunner.tsx';
import { ListedRunner } from './ListedRunner.tsx';
import { LoadingRunner } from './LoadingRunner.tsx';
import { NoSuchRunner } from './NoSuchRunner.tsx';
import { useSubject } from './use-subject.ts';

export interface RunnerPageProps {
  /** The id or the bib in the address. */
  readonly asked: string;
}

/**
 * Everything about one runner (SCREENS.md RP), as it stands.
 *
 * 1. `use-subject` says whom the address is about, with the start list if need be.
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
  if (!config || subject.kind === 'unknown') return <LoadingRunner />;
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
