import type { ReactNode } from 'react';
import { AwaitedRunner } from './AwaitedRunner.tsx';
import { ListedRunner } from './ListedRunner.tsx';
import { SubjectScreen } from './SubjectScreen.tsx';

export interface RunnerPageProps {
  /** The id or the bib in the address. */
  readonly asked: string;
}

/**
 * Everything about one runner, as it stands.
 *
 * 1. `SubjectScreen` finds whom the address is about, with the start list if need be.
 * 2. `ListedRunner` shows who is in the results, `AwaitedRunner` who is not yet.
 * 3. `describe-runner` puts the status in words, `list-stages` the stages; places, legs and gaps
 *    come from `shared/scoring`.
 */
export function RunnerPage({ asked }: RunnerPageProps): ReactNode {
  return <SubjectScreen asked={asked} Listed={ListedRunner} Awaited={AwaitedRunner} />;
}
