import { randomBytes } from 'node:crypto';

import type { ServerConfig } from '#server/config/config.ts';
import { changeRace, type RacePlan } from '#server/race/change-race.ts';
import { identifyPass, judgePass } from '#server/race/marshal-pass.ts';
import type { RaceForecasts } from '#server/race/race-forecasts.ts';
import {
  marshalReportsSchema,
  newPassSchema,
  takeBackSchema,
} from '#server/store/codec-of-decisions.ts';
import { forgetCounts } from '#server/store/tap-records.ts';
import { describeNote } from '#server/race/decide.ts';
import { findOrigin } from '#server/web/page-request.ts';
import { Refusal } from '#server/system/refusal.ts';
import { jsonBody } from '#server/web/request-input.ts';
import { passOf } from '#server/web/require-pass.ts';
import { type OrganiserParts, type Route, route } from '#server/web/routes.ts';
import { sendBody } from '#server/web/send-body.ts';
import { type ControlEntry, nameMarshal } from '#shared/model/decisions.ts';
import type { Courses } from '#shared/model/courses.ts';
import { type EpochMs, HOUR_MS } from '#shared/model/time.ts';
import {
  type MarshalReply,
  type MarshalTap,
  MAX_PASS_MS,
  MAX_PASS_NAME,
  MAX_TAPS,
  type NewPassBody,
  type NewPassReply,
  type TakenBackReply,
} from '#shared/wire/marshal-api.ts';
import { MARSHALS_SCREENS } from '#shared/wire/screens.ts';

import { MarshalBodies } from './marshal-bodies.ts';
import { bringBackAll, takeBackAll } from './take-back-all.ts';
import { TapsInOrder } from './take-taps.ts';

const newPassBody = jsonBody(
  newPassSchema,
  `Send point, name (of one line, 1 to ${MAX_PASS_NAME} characters) and untilMs.`,
);

const takeBackBody = jsonBody(
  takeBackSchema,
  'Send point and name of the marshal to take back all reports, or undo with the version of that change.',
);

const MAX_TAPS_BYTES = 16 * 1024;

const reportsBody = jsonBody(
  marshalReportsSchema,
  `Send taps, 1 to ${MAX_TAPS} of them, each with reportId (a UUID), kind (seen, stopped, helped, timed or undo), bib of at most ` +
    '12 letters, digits and ?, and atMs; with undo of, the reportId of what is taken back.',
  MAX_TAPS_BYTES,
);

interface MarshalParts extends OrganiserParts {
  readonly forecasts: RaceForecasts;
  readonly config: Pick<ServerConfig, 'publicOrigin' | 'trustProxy'>;
}

/** Marshals' passes, reports and lists (RULES.md MA). */
export function createMarshalRoutes(parts: MarshalParts): Route[] {
  const { store, race, forecasts, config } = parts;
  const taps = new TapsInOrder(parts);
  const bodies = new MarshalBodies(race, forecasts);
  return [
    route(
      'POST /marshals',
      { who: 'control:write', needsRace: true, body: newPassBody },
      async ({ req, res, by, body }) => {
        const { point, name, untilMs } = body as NewPassBody;
        const atMs = Date.now();
        checkPass({ point, untilMs }, atMs, race.standings.courses);
        const pass = randomBytes(32).toString('base64url');
        const subject = identifyPass(pass);
        const entry: ControlEntry = {
          kind: 'marshal',
          subject,
          point,
          untilMs,
          text: name,
          atMs,
          by,
        };
        const label = nameMarshal({ name, point });
        await changeRace({ store, race }, (now) => {
          const judged = judgePass(entry, now.missing.listControl());
          if ('why' in judged) throw new Refusal(409, judged.why);
          return { answer: undefined, plan: planPass(entry, judged.outdated, label) };
        });
        // If the request has no usable host, the page adds its own.
        const url = `${findOrigin(req, config) ?? ''}${MARSHALS_SCREENS.marshal}#${pass}`;
        res.json({ result: 'Success', url } satisfies NewPassReply);
      },
    ),
    route(
      'POST /marshals/take-back',
      { who: 'reports:write', needsRace: true, body: takeBackBody },
      async ({ res, by, body }) => {
        const reply =
          'undo' in body
            ? await bringBackAll(parts, body.undo, by)
            : await takeBackAll(parts, nameMarshal(body), by);
        res.json(reply satisfies TakenBackReply);
      },
    ),
    route('GET /api/marshal', { who: 'marshal' }, async ({ req, res }) =>
      sendBody(req, res, await bodies.get(passOf(res)), 'private'),
    ),
    route(
      'POST /api/marshal/reports',
      { who: 'marshal', body: reportsBody },
      async ({ res, body }) => {
        const sent = body.taps as readonly MarshalTap[];
        const outcomes = await taps.take(passOf(res), sent, Date.now());
        res.json({ outcomes } satisfies MarshalReply);
      },
    ),
  ];
}

function planPass(pass: ControlEntry, outdated: readonly ControlEntry[], label: string): RacePlan {
  return {
    writes: outdated.map(({ subject }) => forgetCounts(subject)),
    ops: [
      ...outdated.map(({ kind, subject }) => ({ op: 'delete-control', kind, subject }) as const),
      { op: 'put-control', entry: pass },
    ],
    audit: { by: pass.by, action: 'control', after: describeNote(pass, label) },
  };
}

/** @throws {Refusal} for a point on no course, or an invalid end */
function checkPass(
  { point, untilMs }: Omit<NewPassBody, 'name'>,
  nowMs: EpochMs,
  courses: Courses,
): void {
  if (!courses.events.some((event) => courses.routeOf(event).includes(point))) {
    throw new Refusal(
      400,
      'Choose the start, a checkpoint or the finish: nobody is due at other points.',
    );
  }
  if (untilMs <= nowMs || untilMs > nowMs + MAX_PASS_MS) {
    throw new Refusal(400, `Choose an end within the next ${MAX_PASS_MS / HOUR_MS} hours.`);
  }
}
