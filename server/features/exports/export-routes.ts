import type { Request } from 'express';

import type { LiveRace } from '#server/race/live-race.ts';
import { CachedBody } from '#server/web/cached-body.ts';
import { FairQueue, SingleFlightCache } from '#server/web/single-flight-cache.ts';
import { parseAddress } from '#server/web/page-request.ts';
import { type Route, route } from '#server/web/routes.ts';
import { sendBody } from '#server/web/send-body.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { tagOf } from '#shared/wire/http-api.ts';

import { layOutTable, writeCsv } from './export-table.ts';

/** The event whose results are exported, or {@link ALL}. */
type Subject = EventCode;
const ALL: Subject = '';
const MAX_BYTES = 128_000_000;
/** Unlimited, since all requests share one file per event. */
const EVERYBODY = { inAll: Infinity, perNetwork: Infinity };

/** The public results of one event or of all as a file (PROTOCOL.md EX1 to EX5). */
export function createExportRoutes({ race }: { readonly race: LiveRace }): Route[] {
  const bodies = new SingleFlightCache<CachedBody>({
    race,
    maxBytes: MAX_BYTES,
    bytesOf: ({ size }) => size,
    queue: new FairQueue(EVERYBODY),
  });
  const make = async (subject: Subject): Promise<CachedBody> => {
    const etag = tagOf(race.head);
    const { standings } = race;
    const bytes =
      subject === ALL
        ? await writeCsv(layOutTable(race), standings.listAll())
        : await writeCsv(layOutTable(race, subject), standings.listed(subject));
    return new CachedBody({ etag, type: 'text/csv; charset=utf-8', bytes });
  };
  return [
    route('GET /results.csv', { who: 'everyone', needsRace: true }, async ({ req, res, pass }) => {
      const subject = chooseSubject(req, race);
      if (subject === undefined) return pass();
      const body = await bodies.get(subject, req.ip ?? '', () => make(subject));
      const file = subject === ALL ? 'results.csv' : `results-${subject}.csv`;
      res.set('Content-Disposition', `attachment; filename="${file}"`);
      res.set('X-Robots-Tag', 'noindex');
      await sendBody(req, res, body, 'shared');
    }),
  ];
}

/** Undefined for an unknown event. */
function chooseSubject(req: Request, { standings }: LiveRace): Subject | undefined {
  const asked = parseAddress(req).query.get('race');
  if (asked === null || asked === ALL) return ALL;
  return standings.courses.hasEvent(asked) ? asked : undefined;
}
