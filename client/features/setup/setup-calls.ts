import type { RaceSetup } from '#shared/model/race-setup.ts';
import type { SetupError } from '#shared/model/race-setup-schema.ts';
import type {
  InvalidSetupBody,
  SetupBody,
  SetupConflictBody,
  SetupImpact,
  SetupInput,
} from '#shared/wire/config-api.ts';
import { CallError } from '#client/organisers/calls/call-error.ts';
import { type Calls, NO_USE } from '#client/organisers/calls/calls.ts';

/** The query of the setup: fetched again whenever `known`, the text in the settings, changes. */
export function readSetupBody(
  calls: Calls,
  known: string,
): { readonly queryKey: readonly string[]; readonly queryFn: () => Promise<SetupBody> } {
  return {
    queryKey: ['setup', known],
    queryFn: () => calls.get<SetupBody>('/setup', NO_USE),
  };
}

/** The effect of a setup on the results; saves nothing. */
export function previewSetup(calls: Calls, input: SetupInput): Promise<SetupImpact> {
  return calls.send<SetupImpact>('POST', '/setup/preview', input);
}

export function saveSetup(calls: Calls, input: SetupInput): Promise<SetupBody> {
  return calls.send<SetupBody>('PUT', '/setup', input);
}

/** The setup that somebody else saved, if a save was refused because of it. */
export function findTheirs(error: unknown): RaceSetup | undefined {
  if (!(error instanceof CallError) || error.status !== 409) return undefined;
  return (error.body as Partial<SetupConflictBody>).current;
}

export function findFaults(error: unknown): readonly SetupError[] {
  if (!(error instanceof CallError) || error.status !== 400) return [];
  return (error.body as Partial<InvalidSetupBody>).errors ?? [];
}
