import { createContext, useContext } from 'react';

import type { CalledRunner } from '#shared/control/roll-call.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { useCaller } from '#client/organisers/rollcall/use-roll-call.ts';
import { describePoint } from '#client/organisers/runners/describe-last-seen.ts';
import { type RunnerForms, useRunnerForms } from './form/use-runner-forms.ts';
import { type RunnerActions, useRunnerActions } from './use-actions.ts';
import { type RaceClock, useRaceClock } from '#client/organisers/lists/race-clock.tsx';

/** Shared by all views of a screen of runners: one open panel, one set of actions, one line of messages. */
export interface Workspace {
  readonly forms: RunnerForms;
  readonly clock: RaceClock;
  readonly actions: RunnerActions;
  /** Where a runner is; undefined until loaded. */
  readonly callOf: (runner: AdminRunner) => CalledRunner | undefined;
  /** Called when a form is finished; `close` removes it. */
  readonly onDone: (close: () => void) => void;
}

export const WorkspaceContext = createContext<Workspace | undefined>(undefined);

export function useWorkspace(): Workspace {
  const space = useContext(WorkspaceContext);
  if (!space) throw new Error('WorkspaceContext has no value: render inside WorkspaceFrame.');
  return space;
}

/** `onDone` closes a finished form and places the focus; by default that stays with the row. */
export function useNewWorkspace({
  onDone = (close) => close(),
}: Partial<Pick<Workspace, 'onDone'>> = {}): Workspace {
  const forms = useRunnerForms();
  const clock = useRaceClock();
  const { config, nowMs } = clock;
  const callOf = useCaller(config, nowMs);
  const namePoint = (point: string): string => describePoint(point, config);
  const actions = useRunnerActions({ forms, namePoint, onDone });
  return { forms, clock, actions, callOf, onDone };
}
