import type { Response } from 'express';
import * as z from 'zod';

import { changeRace, type Decision } from '#server/race/change-race.ts';
import type { ClockSuspicions } from '#server/race/clock-suspicions.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { correctionSchema, decidedSchema, runnerIdSchema } from '#shared/model/decision-schemas.ts';
import { type OrganiserParts, type Route, route } from '#server/web/routes.ts';
import { Refusal } from '#server/system/refusal.ts';
import { checkInput, type Input, jsonBody, requirePoint } from '#server/web/request-input.ts';
import { createPreviewQueue } from '#server/web/score-again.ts';
import {
  type Correction,
  type CorrectionAction,
  MAX_ADDED_READS,
  MAX_CORRECTIONS,
  MAX_REASON,
} from '#shared/model/decisions.ts';
import { isTimePoint } from '#shared/model/time-point.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { addedReads, findFutureReads, isAbout } from '#shared/scoring/correct-reads.ts';
import { VERDICTS } from '#shared/scoring/count-scans.ts';
import {
  type CorrectionImpact,
  type ReadsBody,
  type SourcesBody,
  TIMED_READS,
} from '#shared/wire/reads-api.ts';
import type { SuccessReply } from '#shared/wire/http-api.ts';

import { listReads, type ReadQuery, readPlace } from './list-reads.ts';
import { previewCorrection } from './preview-correction.ts';
import { summariseSources } from './summarise-sources.ts';

const moment = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number);

const query: Input<ReadQuery> = {
  schema: z.object({
    source: z.string().max(200).optional(),
    point: z.string().refine(isTimePoint).optional(),
    verdict: z.enum([...VERDICTS, 'void', 'not-counted', ...TIMED_READS]).optional(),
    from: moment.optional(),
    until: moment.optional(),
    runner: runnerIdSchema.optional(),
    find: z.string().max(200).optional(),
    before: z
      .string()
      .max(500)
      .transform((text, context) => {
        const place = readPlace(text);
        if (place) return place;
        context.addIssue('no place in the list');
        return z.NEVER;
      })
      .optional(),
  }),
  sentence:
    'Send source, point, verdict (also not-counted, by-hand or hand-differs), from and until (milliseconds since 1970), runner, find and before, each at most once.',
};

const WRONG =
  'Send reads (of a source from and until, or by scanIds) and an action: void, clock, point or band; or added, and add or list.';
const previewBody = jsonBody(decidedSchema, WRONG);
const correctBody = jsonBody(
  decidedSchema.safeExtend({
    correctionId: correctionSchema.shape.correctionId,
    reason: z
      .string()
      .trim()
      .min(1)
      .max(MAX_REASON)
      .refine((text) => !/\p{Cc}/u.test(text)),
  }),
  `${WRONG} Add correctionId, a UUID, and a reason of at most ${MAX_REASON} characters.`,
);
const oneCorrection: Input<{ readonly correctionId: string }> = {
  schema: z.object({ correctionId: correctionSchema.shape.correctionId }),
  sentence: 'There is no such correction.',
};

interface ReadsParts extends OrganiserParts {
  readonly suspicions: Pick<ClockSuspicions, 'read'>;
}

/** The reads with their verdicts, and corrections of reads (RULES.md CR). */
export function createReadsRoutes({ store, race, suspicions }: ReadsParts): Route[] {
  const previews = createPreviewQueue();

  async function change(
    res: Response,
    decide: (race: LiveRace) => Decision<undefined>,
  ): Promise<void> {
    await changeRace({ store, race }, decide);
    res.json({ result: 'Success' } satisfies SuccessReply);
  }

  return [
    route('GET /apiadmin/reads', { who: 'race:see', needsRace: true }, async ({ req, res }) => {
      const asked = checkInput(query, req.query);
      res.json((await listReads(race, asked)) satisfies ReadsBody);
    }),
    route('GET /apiadmin/reads/sources', { who: 'race:see', needsRace: true }, async ({ res }) => {
      const { suspicions: suspected, right, swaps } = suspicions.read();
      const sources = summariseSources(race, Date.now());
      const body: SourcesBody = { ...sources, suspicions: suspected, rightClocks: right, swaps };
      res.json(body);
    }),
    route(
      'POST /corrections/preview',
      { who: 'results:edit', needsRace: true, body: previewBody },
      async ({ req, res, by, body }) => {
        const correction = {
          ...body,
          correctionId: crypto.randomUUID(),
          reason: '',
          atMs: Date.now(),
          by,
        };
        requireSensible(correction, race);
        const impact = await previews.run(req.ip ?? '', () => previewCorrection(race, correction));
        res.json(impact satisfies CorrectionImpact);
      },
    ),
    route(
      'POST /corrections',
      { who: 'results:edit', needsRace: true, body: correctBody },
      async ({ res, by, body }) => {
        const correction = { ...body, atMs: Date.now(), by };
        await change(res, (now) => decideCorrect(now, correction));
      },
    ),
    route(
      'POST /corrections/:correctionId/undo',
      { who: 'results:edit', needsRace: true, params: oneCorrection },
      ({ res, by, params }) => change(res, (now) => decideUncorrect(now, params.correctionId, by)),
    ),
  ];
}

/** Makes a correction; a repetition with the same id changes nothing. @throws {Refusal} */
function decideCorrect(race: LiveRace, correction: Correction): Decision<undefined> {
  const { corrections } = race.reads;
  const { correctionId, by, reads, action, reason } = correction;
  requireSensible(correction, race);
  if (corrections.find(correctionId)) return { answer: undefined };
  if (corrections.all.length >= MAX_CORRECTIONS) {
    throw new Refusal(
      409,
      `There are ${MAX_CORRECTIONS} corrections already: take back some that are no longer needed.`,
    );
  }
  return {
    answer: undefined,
    plan: {
      ops: [{ op: 'put-correction', correction }],
      audit: {
        by,
        action: 'correct-reads',
        after: { correctionId, reads, action: summarise(action), reason },
      },
    },
  };
}

/** Removes a correction: the original reads count again. @throws {Refusal} */
function decideUncorrect(
  { reads }: Pick<LiveRace, 'reads'>,
  correctionId: string,
  by: string,
): Decision<undefined> {
  const correction = reads.corrections.find(correctionId);
  if (!correction) {
    throw new Refusal(404, 'There is no such correction: someone has already taken it back.');
  }
  const before = { ...correction, action: summarise(correction.action) };
  return {
    answer: undefined,
    plan: {
      ops: [{ op: 'delete-correction', correctionId }],
      audit: { by, action: 'uncorrect-reads', before },
    },
  };
}

/** For the log: a list by its size, since its times are among the reads. */
function summarise(action: CorrectionAction): object {
  if (action.kind !== 'list') return action;
  const { kind, point, reads } = action;
  return { kind, point, reads: reads.length };
}

type CorrectableRace = Pick<LiveRace, 'reads' | 'standings' | 'config'>;

/** Bounded, since each new read of a band scores all of them again. */
const MAX_READS_OF_A_BAND = 2_000;

/** The clock of a page may be ahead by this much. */
const MOST_AHEAD_MS = MINUTE_MS;

/** Rejects a clock correction that puts reads into the future (RULES.md CR9). */
function requirePast(correction: Correction, { reads, config }: CorrectableRace): void {
  const { count, lastMs } = findFutureReads(reads.listAsRead(), reads.corrections, correction);
  if (count === 0) return;
  const last = formatWallClock(lastMs, config.timeZone).split('-').slice(3).join(':');
  const which = count === 1 ? 'a read' : `${count} reads`;
  throw new Refusal(
    400,
    `This would put ${which} into the future, the last at ${last}: the clock is not that far behind. Check the sign: + makes reads later, - earlier.`,
  );
}

/** @throws {Refusal} for a correction that fits its schema, but not the race */
function requireSensible(correction: Correction, race: CorrectableRace): void {
  const { reads, standings } = race;
  const { reads: about, action, atMs } = correction;
  const { courses } = standings;
  if (action.kind === 'add' || action.kind === 'list') requirePoint(action.point, courses);
  if (action.kind === 'point') for (const point of action.points) requirePoint(point, courses);
  const added = addedReads(correction);
  if (added.some(({ timeMs }) => timeMs > atMs + MOST_AHEAD_MS)) {
    throw new Refusal(400, 'This time is in the future: check it, and add it when it happens.');
  }
  if (added.length > 1 && reads.corrections.added.length + added.length > MAX_ADDED_READS) {
    throw new Refusal(
      409,
      `There are ${reads.corrections.added.length} added reads already, and ${MAX_ADDED_READS} are allowed: take back a list that is no longer needed.`,
    );
  }
  if (about.kind === 'source' && about.fromMs > about.untilMs) {
    throw new Refusal(400, 'The end is before the beginning: swap them.');
  }
  if (action.kind === 'clock' && action.shiftMs > 0) requirePast(correction, race);
  if (action.kind === 'band') {
    const moved = Array.from(reads.listAsRead()).filter((read) => isAbout(correction, read)).length;
    if (moved + Array.from(reads.of(action.bandId)).length > MAX_READS_OF_A_BAND) {
      throw new Refusal(
        409,
        `This would give band ${action.bandId} more than ${MAX_READS_OF_A_BAND} reads. Choose fewer of them.`,
      );
    }
  }
}
