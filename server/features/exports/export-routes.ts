import type { Request, Response } from 'express';

import type { LiveRace } from '#server/race/live-race.ts';
import { CachedBody } from '#server/web/cached-body.ts';
import { FairQueue, SingleFlightCache } from '#server/web/single-flight-cache.ts';
import { parseAddress } from '#server/web/page-request.ts';
import { type Route, route } from '#server/web/routes.ts';
import { sendBody } from '#server/web/send-body.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { splitNames } from '#shared/model/race-config.ts';
import { type DurationMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { tagOf } from '#shared/wire/http-api.ts';

import { layOutSheets, layOutTable, tableSourcesOf, writeCsv } from './export-table.ts';
import { writeWorkbook } from './write-workbook.ts';

/** The event whose results are exported, or {@link ALL}. */
type Subject = EventCode;
const ALL: Subject = '';
const MAX_BYTES = 128_000_000;
/** Unlimited, since all requests share one file per event. */
const EVERYBODY = { inAll: Infinity, perNetwork: Infinity };

/** The public results of one event or of all as a file (PROTOCOL.md EX1 to EX5). */
export function createExportRoutes({ race }: { readonly race: LiveRace }): Route[] {
  const writeTable = (subject: Subject): Promise<Buffer> => {
    const { standings } = race;
    const rows = subject === ALL ? standings.listAll() : standings.listed(subject);
    const table = layOutTable(tableSourcesOf(race), subject === ALL ? undefined : subject);
    return writeCsv(table, rows);
  };
  const writeSheets = (subject: Subject): Promise<Buffer> =>
    writeWorkbook(layOutSheets(race, subject === ALL ? listRaces(race) : [subject]));
  return [serve(race, CSV, writeTable), serve(race, WORKBOOK, writeSheets)];
}

interface Kind {
  readonly path: `/${string}`;
  readonly type: string;
  readonly leastAgeMs: DurationMs;
  readonly isPacked: boolean;
}

const CSV: Kind = {
  path: '/results.csv',
  type: 'text/csv; charset=utf-8',
  leastAgeMs: 2 * SECOND_MS,
  isPacked: false,
};
/** Takes seconds of a worker thread. */
const WORKBOOK: Kind = {
  path: '/results.xlsx',
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  leastAgeMs: MINUTE_MS,
  isPacked: true,
};

/** The events of the settings, and any other with results. */
function listRaces({ config, standings }: LiveRace): EventCode[] {
  const named = Math.max(1, splitNames(config.distances).length);
  return standings.courses.events.filter(
    (event, at) => at < named || standings.listed(event).length > 0,
  );
}

function serve(
  race: LiveRace,
  { path, type, leastAgeMs, isPacked }: Kind,
  write: (subject: Subject) => Promise<Buffer>,
): Route {
  const bodies = new SingleFlightCache<CachedBody>({
    race,
    leastAgeMs,
    mostAgeMs: Infinity,
    maxBytes: MAX_BYTES,
    bytesOf: ({ size }) => size,
    queue: new FairQueue(EVERYBODY),
  });
  const make = async (subject: Subject): Promise<CachedBody> => {
    const etag = tagOf(race.head);
    return new CachedBody({ etag, type, isPacked, bytes: await write(subject) });
  };
  return route(`GET ${path}`, { who: 'everyone', needsRace: true }, async ({ req, res, pass }) => {
    const subject = chooseSubject(req, race);
    if (subject === undefined) return pass();
    const body = await bodies.get(subject, req.ip ?? '', () => make(subject));
    nameFile(res, path, subject);
    await sendBody(req, res, body, 'shared');
  });
}

/** Undefined for an unknown event. */
function chooseSubject(req: Request, { standings }: LiveRace): Subject | undefined {
  const asked = parseAddress(req).query.get('race');
  if (asked === null || asked === ALL) return ALL;
  return standings.courses.hasEvent(asked) ? asked : undefined;
}

function nameFile(res: Response, path: string, subject: Subject): void {
  const [name, kind] = path.slice(1).split('.');
  const file = subject === ALL ? `${name}.${kind}` : `${name}-${subject}.${kind}`;
  res.set('Content-Disposition', `attachment; filename="${file}"`);
  res.set('X-Robots-Tag', 'noindex');
}
