import * as z from 'zod';

import type { LiveRace } from '#server/race/live-race.ts';
import type { LostSaves } from '#server/race/lost-saves.ts';
import type { RacePlaces } from '#server/race/race-places.ts';
import { waitForVersion } from '#server/race/wait-for-version.ts';
import { runnerIdSchema } from '#server/store/codec-of-decisions.ts';
import type { OrganiserParts } from '#server/web/organiser-parts.ts';
import type { Input } from '#server/web/request-input.ts';
import type { RunnerId } from '#shared/model/ids.ts';

import type { Saved } from '#server/race/change-runner.ts';

export interface RegistrationParts extends OrganiserParts {
  readonly lostSaves: LostSaves;
  readonly places: RacePlaces;
}

/** Waits until the change is shown, and notes what it wrote. */
export async function settle(
  { race, lostSaves }: { readonly race: LiveRace; readonly lostSaves: LostSaves },
  { version, written = [] }: Pick<Saved, 'version' | 'written'>,
  by: string,
): Promise<void> {
  if (version !== undefined) lostSaves.note(written, version, by);
  await waitForVersion(race, version);
}

export const oneRunner: Input<{ readonly runnerId: RunnerId }> = {
  schema: z.object({ runnerId: runnerIdSchema }),
  sentence: 'There is no such runner.',
};
