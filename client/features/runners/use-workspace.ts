import { createContext, useContext, useEffect, useRef, useState } from 'react';

import type { CalledRunner } from '#shared/control/roll-call.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { useCaller } from '#client/organisers/rollcall/use-roll-call.ts';
import {
  describePoint,
  type RaceClock,
  useRaceClock,
} from '#client/organisers/runners/describe-last-seen.ts';
import { type RunnerForms, useRunnerForms } from './form/use-runner-forms.ts';
import { type RunnerActions, useRunnerActions } from './use-actions.ts';

/** What all views of the runners share: one open panel, one set of actions, one line of messages. */
export interface Workspace {
  readonly forms: RunnerForms;
  readonly clock: RaceClock;
  readonly actions: RunnerActions;
  /** Where a runner is; undefined until loaded. */
  readonly callOf: (runner: AdminRunner) => CalledRunner | undefined;
  /** A form is finished; `close` removes it. */
  readonly onDone: (close: () => void) => void;
  /** The lists on the screen, whose rows can become panels. */
  readonly lists: Set<readonly AdminRunner[]>;
}

export const WorkspaceContext = createContext<Workspace | undefined>(undefined);

export function useWorkspace(): Workspace {
  const space = useContext(WorkspaceContext);
  if (!space) throw new Error('WorkspaceContext has no value: render inside WorkspaceFrame.');
  return space;
}

/** Runners who are on the screen from now on: their forms open in place, those of others in a dialog. */
export function useListed({ lists }: Workspace, rows: readonly AdminRunner[]): void {
  useEffect(() => {
    lists.add(rows);
    return () => void lists.delete(rows);
  }, [lists, rows]);
}

export interface WorkspaceOptions {
  /** Where the focus goes after a form; by default it stays with the row. */
  readonly onDone?: (close: () => void) => void;
}

export function useNewWorkspace({ onDone }: WorkspaceOptions = {}): Workspace {
  const [lists] = useState(() => new Set<readonly AdminRunner[]>());
  const forms = useRunnerForms((id) =>
    [...lists].some((rows) => rows.some(({ runnerId }) => runnerId === id)),
  );
  const clock = useRaceClock();
  const { config, nowMs } = clock;
  const callOf = useCaller(config, nowMs);
  const latest = useRef(onDone);
  useEffect(() => {
    latest.current = onDone;
  });
  const finish = (close: () => void): void => (latest.current ?? runNow)(close);
  const namePoint = (point: string): string => describePoint(point, config);
  const actions = useRunnerActions({ forms, namePoint, onDone: finish });
  return { forms, clock, actions, callOf, onDone: finish, lists };
}

function runNow(close: () => void): void {
  close();
}
