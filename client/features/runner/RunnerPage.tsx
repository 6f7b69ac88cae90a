import type { ReactNode } from 'react';
import { AwaitedRunner } from './AwaitedRunner.tsx';
import { ListedRunner } from './ListedRunner.tsx';
import { SubjectScreen } from './SubjectScreen.tsx';

export interface RunnerPageProps {
  /** The id or the bib in the address. */
  readonly idOrBib: string;
}

/**
 * The live page of one runner.
 *
 * 1. `SubjectScreen` finds the runner of the address, if need be on the start list.
 * 2. `ListedRunner` shows a runner in the results, `AwaitedRunner` one without a result.
 * 3. `describe-runner` formats the status, `list-stages` the stages; places, legs and gaps come from `shared/scoring`.
 */
export function RunnerPage({ idOrBib }: RunnerPageProps): ReactNode {
  return <SubjectScreen idOrBib={idOrBib} Listed={ListedRunner} Awaited={AwaitedRunner} />;
}
