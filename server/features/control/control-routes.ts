import type { Response } from 'express';
import * as z from 'zod';
import { changeRace, type Decision } from '#server/race/change-race.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { findPass } from '#server/race/marshal-pass.ts';
import { type RaceForecasts, expectNext } from '#server/race/race-forecasts.ts';
import { type ControlOutcome, decidePutControl, decideRemoveControl } from '#server/race/decide.ts';
import { controlPlaceSchema, controlSchema } from '#server/store/codec-of-decisions.ts';
import { type OrganiserParts, type Route, route } from '#server/web/routes.ts';
import { Refusal } from '#server/system/refusal.ts';
import { jsonBody, requirePoint } from '#server/web/request-input.ts';
import { sendBody } from '#server/web/send-body.ts';
import {
  type ControlEntry,
  MAX_CONTROL_ENTRIES,
  MAX_REPORT_TEXT,
  MAX_SUBJECT,
  nameMarshal,
} from '#shared/model/decisions.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import type { ExpectedBody } from '#shared/wire/control-api.ts';
import type { SuccessReply } from '#shared/wire/http-api.ts';
import { MadeBody } from '#server/web/cached-body.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';

const WRONG = `Send kind (claim, left or sweep; POST /marshals makes a pass, and sightings come from marshals), subject of at most ${MAX_SUBJECT} characters`;
const controlBody = jsonBody(
  z.intersection(controlSchema, z.object({ was: z.number().nullable() })),
  `${WRONG}, a point with sweep; text of one line and at most ` +
    `${MAX_REPORT_TEXT} characters; and was: the atMs of the present entry, null for none.`,
);
const removeBody = jsonBody(
  controlPlaceSchema.extend({ was: z.number() }),
  `${WRONG}, and was: the atMs of the present entry.`,
);

interface ControlParts extends OrganiserParts {
  readonly forecasts: RaceForecasts;
}

/** The entries of race control, and the expected times of those on course (RULES.md RC7, XP1). */
export function createControlRoutes({ store, race, forecasts }: ControlParts): Route[] {
  const expected = createExpectedBody(race, forecasts);

  async function change(
    res: Response,
    decide: (race: LiveRace) => Decision<ControlOutcome>,
  ): Promise<void> {
    const { answer: outcome } = await changeRace({ store, race }, decide);
    if (outcome.kind === 'too-many') {
      throw new Refusal(
        409,
        `There are ${MAX_CONTROL_ENTRIES} notes of race control already: remove some that are no longer needed.`,
      );
    }
    if (outcome.kind === 'other') throw new Refusal(409, describeOther(outcome.entry, race));
    res.json({ result: 'Success' } satisfies SuccessReply);
  }

  return [
    route('GET /apiadmin/expected', { who: 'race:see', needsRace: true }, async ({ req, res }) =>
      sendBody(req, res, expected.get(Date.now()), 'private'),
    ),
    route(
      'POST /control',
      { who: 'control:write', needsRace: true, body: controlBody },
      async ({ res, by, body: { was, ...written } }) => {
        if (written.kind === 'sweep') requirePoint(written.subject, race.standings.courses);
        const entry = { ...(written as Omit<ControlEntry, 'atMs' | 'by'>), atMs: Date.now(), by };
        await change(res, (now) => decidePutControl(now, entry, was, nameSubject(entry, now)));
      },
    ),
    route(
      'POST /control/remove',
      { who: 'control:write', needsRace: true, body: removeBody },
      async ({ res, by, body }) => {
        if (body.kind === 'sighting') {
          throw new Refusal(
            400,
            'A marshal’s report cannot be removed. Report it for the runner, or ignore it.',
          );
        }
        await change(res, (now) => decideRemoveControl(now, body, by, nameSubject(body, now)));
      },
    ),
  ];
}

/** The entry that replaced the one the organiser saw. */
function describeOther(entry: ControlEntry | undefined, race: LiveRace): string {
  if (!entry) return 'This was removed in the meantime. Check it again.';
  const clock = formatWallClock(entry.atMs, race.config.timeZone).slice('YYYY-MM-DD-'.length, -3);
  return `${entry.by} changed this at ${clock.replace('-', ':')}.`;
}

/** The rest of a subject distinguishes several warnings about the runner. */
const OF_RUNNER = /^runner:([\w-]{1,64})/;

/** A readable name of a subject for the log; empty if the subject is readable itself. */
function nameSubject(
  { kind, subject }: Pick<ControlEntry, 'kind' | 'subject'>,
  race: LiveRace,
): string {
  const pass = kind === 'marshal' ? findPass(race, subject) : undefined;
  if (pass) return nameMarshal(pass);
  const [, runnerId] = OF_RUNNER.exec(subject) ?? [];
  const runner = runnerId === undefined ? undefined : race.findRunner(asRunnerId(runnerId));
  if (!runner) return '';
  const name = `${runner.firstName} ${runner.lastName}`.trim();
  return runner.bibNumber === '' ? name : `${name} (bib ${runner.bibNumber})`;
}

/** Expected times change even without new reads. */
const RENEW_MS: DurationMs = 30 * SECOND_MS;

/** The body of GET /apiadmin/expected: the next point of runners on course, and the expected time. */
export function createExpectedBody(
  race: LiveRace,
  forecasts: Pick<RaceForecasts, 'find'>,
): MadeBody {
  const body = new MadeBody({
    tag: (nowMs) => {
      const { epoch, version } = race.head;
      return `W/"${epoch}-${version}-${Math.floor(nowMs / RENEW_MS)}"`;
    },
    make: (nowMs): ExpectedBody => {
      const { head, standings } = race;
      const expected = standings.listAll().flatMap((result) => {
        if (result.status !== 'racing') return [];
        const forecast = forecasts.find(result.events);
        return expectNext(result, forecast, nowMs, standings.courses) ?? [];
      });
      return { expected, ...head };
    },
  });
  race.on('reloaded', () => body.clear());
  return body;
}
