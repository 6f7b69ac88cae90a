import type { LiveRace } from '#server/race/live-race.ts';
import type { PublicCorrections } from '#server/race/public-corrections.ts';
import { Refusal } from '#server/web/refusal.ts';
import { bodyRoute, type Route, route } from '#server/web/routes.ts';
import type { RunnerBodies } from '#server/web/runner-bodies.ts';
import { sendBody } from '#server/web/send-body.ts';
import { createRaceBodies } from './race-bodies.ts';
import { createHash } from 'node:crypto';
import { BodyCache, type CachedBody } from '#server/web/cached-body.ts';
import type { PublicCorrection } from '#shared/news/corrections.ts';
import type { CorrectionsBody } from '#shared/wire/corrections-api.ts';

/** What every spectator's page loads and, where sockets are blocked, polls. */
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
    route({
      method: 'GET',
      path: '/api/runner/:id',
      who: 'everyone',
      needsRace: true,
      answer: async ({ req, res }) => {
        const made = await runners.find(String(req.params['id']), req.ip ?? '');
        if (!made) throw new Refusal(404, 'No runner has this id, and no runner alone this bib.');
        await sendBody(req, res, made.body, 'shared');
      },
    }),
    bodyRoute('/api/corrections', 'shared', corrected),
    bodyRoute('/config', 'shared', () => bodies.config.get(Date.now())),
  ];
}

/** The largest public list: of more, the newest are sent. */
export const MOST_LIST_BYTES = 100_000;

/**
 * Makes the body of GET /api/corrections (PROTOCOL.md CL70). Its tag is made from its content, since instances count
 * their revisions themselves, and from the head, which shows a page whether the answer is behind.
 */
export function createCorrectionsBody(
  race: Pick<LiveRace, 'head'>,
  corrections: Pick<PublicCorrections, 'list' | 'revision'>,
): () => CachedBody {
  const cache = new BodyCache();
  let current = { revision: -1, list: corrections.list, digest: '' };
  return () => {
    const { revision } = corrections;
    if (current.revision !== revision) {
      const list = cut(corrections.list);
      const digest = createHash('sha1').update(JSON.stringify(list)).digest('base64url');
      current = { revision, list, digest };
    }
    const { epoch, version } = race.head;
    return cache.get(
      `W/"${epoch}-${version}-${current.digest}"`,
      () => ({ ...race.head, corrections: current.list }) satisfies CorrectionsBody,
    );
  };
}

function cut(list: readonly PublicCorrection[]): readonly PublicCorrection[] {
  let bytes = 0;
  return list.filter((one) => {
    bytes += Buffer.byteLength(JSON.stringify(one)) + 1;
    return bytes <= MOST_LIST_BYTES;
  });
}
