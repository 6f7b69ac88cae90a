import * as z from 'zod';

import { runnerIdSchema } from '#server/store/codec-of-decisions.ts';
import type { OrganiserParts } from '#server/web/organiser-parts.ts';
import type { Input } from '#server/web/request-input.ts';
import type { RunnerId } from '#shared/model/ids.ts';

export interface RegistrationParts extends OrganiserParts {}

export const oneRunner: Input<{ readonly runnerId: RunnerId }> = {
  schema: z.object({ runnerId: runnerIdSchema }),
  sentence: 'There is no such runner.',
};
