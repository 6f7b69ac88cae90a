import { createHash } from 'node:crypto';

import type { LiveRace } from '#server/race/live-race.ts';
import { presentConfig } from '#server/race/present-config.ts';
import type { PublicCorrections } from '#server/race/public-corrections.ts';
import { BodyCache, type CachedBody, MadeBody } from '#server/web/cached-body.ts';
import { Refusal } from '#server/system/refusal.ts';
import { bodyRoute, type Route, route } from '#server/web/routes.ts';
import type { RunnerBodies } from '#server/web/runner-bodies.ts';
import { sendBody } from '#server/web/send-body.ts';
import { takesPart } from '#shared/model/runner.ts';
import { publicSetup } from '#shared/model/race-setup.ts';
import type { PublicCorrection } from '#shared/news/corrections.ts';
import { presentStartListRow, presentAll } from '#shared/scoring/present-result.ts';
import { packResults } from '#shared/wire/compact-results.ts';
import {
  type CorrectionsBody,
  type CompactResultsBody,
  type ResultsBody,
  type StartListBody,
  tagOf,
} from '#shared/wire/http-api.ts';

/** Loaded by every spectator's page, and polled where sockets are blocked. */
export function createPublicRoutes({
  race,
  runners,
  corrections,
}: {
  readonly race: LiveRace;
  readonly runners: RunnerBodies;
  readonly corrections: PublicCorrections;
}): Route[] {
  const bodies = createRaceBodies(race);
  const corrected = createCorrectionsBody(race, corrections);
  return [
    bodyRoute('/api', 'shared', () => bodies.results.get(Date.now())),
    bodyRoute('/api/compact', 'shared', () => bodies.compact.get(Date.now())),
    bodyRoute('/starters', 'shared', () => bodies.startList.get(Date.now())),
    route('GET /api/runner/:id', { who: 'everyone', needsRace: true }, async ({ req, res }) => {
      const made = await runners.find(String(req.params['id']), req.ip ?? '');
      if (!made) throw new Refusal(404, 'No runner has this id, and no runner alone this bib.');
      await sendBody(req, res, made.body, 'shared');
    }),
    bodyRoute('/api/corrections', 'shared', corrected),
    bodyRoute('/config', 'shared', () => bodies.config.get(Date.now())),
  ];
}

/** Beyond this only the newest corrections are sent. */
export const MOST_LIST_BYTES = 100_000;

/**
 * Makes the body of GET /api/corrections (PROTOCOL.md CL70). Its ETag has a digest of the list, and the head, by which a page notices an outdated answer.
 */
export function createCorrectionsBody(
  race: Pick<LiveRace, 'head'>,
  corrections: Pick<PublicCorrections, 'list'>,
): () => CachedBody {
  const cache = new BodyCache();
  let current = prepare(corrections.list);
  return () => {
    if (current.all !== corrections.list) current = prepare(corrections.list);
    const { epoch, version } = race.head;
    return cache.get(
      `W/"${epoch}-${version}-${current.digest}"`,
      () => ({ ...race.head, corrections: current.list }) satisfies CorrectionsBody,
    );
  };
}

function prepare(all: readonly PublicCorrection[]) {
  let bytes = 0;
  const list = all.filter((one) => {
    bytes += Buffer.byteLength(JSON.stringify(one)) + 1;
    return bytes <= MOST_LIST_BYTES;
  });
  const digest = createHash('sha1').update(JSON.stringify(list)).digest('base64url');
  return { all, list, digest };
}

/** The largest age of `serverTime` in results. */
const MAX_AGE_MS = 10_000;
/** The same in the settings, which many pages request at once. */
const CONFIG_AGE_MS = 250;

/**
 * The bodies loaded by every spectator's page. While a large race changes many times a second, they may be slightly old;
 * the feed continues from their version.
 */
export function createRaceBodies(race: LiveRace) {
  const tag = (version: number): string => tagOf({ epoch: race.head.epoch, version });
  const ofResults = { tag: () => tag(race.head.version), maxAgeMs: MAX_AGE_MS };
  const bodies = {
    results: new MadeBody({ ...ofResults, make: (nowMs) => presentResults(race, nowMs) }),
    compact: new MadeBody({ ...ofResults, make: (nowMs) => presentCompactResults(race, nowMs) }),
    startList: new MadeBody({
      tag: () => tag(race.runnersVersion),
      make: () => presentStartList(race),
    }),
    config: new MadeBody({
      tag: () => tagConfig(race),
      make: (nowMs) => presentConfig(race, nowMs),
      maxAgeMs: CONFIG_AGE_MS,
    }),
  };
  race.on('outdated', () => {
    for (const body of Object.values(bodies)) body.clear();
  });
  return bodies;
}

function presentResults({ head, standings }: LiveRace, serverTime: number): ResultsBody {
  const { totals } = standings;
  return { runners: { data: presentAll(standings) }, ...head, serverTime, totals };
}

function presentCompactResults(
  { head, standings, config }: LiveRace,
  serverTime: number,
): CompactResultsBody {
  const { totals, courses } = standings;
  const setup = publicSetup(config.setup);
  const rows = packResults(standings.listAll(), courses);
  return { ...(setup !== '' && { setup }), rows, ...head, serverTime, totals };
}

function presentStartList(race: LiveRace): StartListBody {
  const { head, runnersVersion, standings } = race;
  const starters = Array.from(race.listRunners())
    .filter(takesPart)
    .map((one) => presentStartListRow(one, standings.courses));
  return { starters, epoch: head.epoch, version: runnersVersion };
}

/** Past races and public corrections change without a new version of the record. */
function tagConfig({ head, pastRaces, isCorrected }: LiveRace): string {
  const parts = [head.epoch, pastRaces || '', isCorrected ? 'c' : ''].filter(Boolean);
  return tagOf({ epoch: parts.join('-'), version: head.version });
}
