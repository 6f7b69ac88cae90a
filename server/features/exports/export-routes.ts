import type { Request, Response } from 'express';

import type { Logger } from '#server/observe/logger.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import type { BodyOrPromise } from '#server/web/cached-body.ts';
import { parseAddress } from '#server/web/page-address.ts';
import { type Route, route } from '#server/web/routes.ts';
import { sendBody } from '#server/web/send-body.ts';
import { type MadeBody, StepwiseBody } from '#server/web/stepwise-body.ts';
import type { EventCode } from '#shared/model/event.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { splitNames } from '#shared/model/race-config.ts';
import type { Steps } from '#shared/scoring/steps.ts';
import { tagOf } from '#shared/wire/http-api.ts';

import { layOutSheets, layOutTable, tableSourcesOf } from './export-table.ts';
import { WorkbookBodies } from './workbook-bodies.ts';
import { writeCsv } from './write-csv.ts';
import { writeWorkbook } from './write-workbook.ts';

/** The race whose results are exported; {@link ALL}, which is no event code, by default. */
type Subject = EventCode;
const ALL: Subject = '';

/** This many rows take a few milliseconds; a smaller race is written in one go. */
const ROWS_AT_ONCE = 500;

export interface ExportSources {
  readonly race: LiveRace;
  readonly logger: Logger;
}

/** The results of one race or of all as a file, for further use (PROTOCOL.md EX1 to EX5). */
export function createExportRoutes({ race, logger }: ExportSources): Route[] {
  const csv = new CsvBodies(race);
  const makeWorkbook = (subject: Subject): Promise<Buffer> => {
    return writeWorkbook(layOutSheets(race, subject === ALL ? listRaces(race) : [subject]));
  };
  const workbooks = new WorkbookBodies(race, makeWorkbook, logger);
  return [
    serve(race, '/results.csv', (subject) => csv.of(subject).get(Date.now())),
    serve(race, '/results.xlsx', (subject) => workbooks.get(subject, Date.now())),
  ];
}

/** The races of the settings, and any other with runners. */
function listRaces({ config, standings }: LiveRace): EventCode[] {
  const named = Math.max(1, splitNames(config.distances).length);
  return standings.courses.events.filter(
    (event, at) => at < named || standings.listed(event).length > 0,
  );
}

function serve(
  race: LiveRace,
  path: string,
  find: (subject: Subject) => BodyOrPromise | undefined,
): Route {
  return route({
    method: 'GET',
    path,
    who: 'everyone',
    needsRace: true,
    answer: async ({ req, res, pass }) => {
      const subject = chooseSubject(req, race);
      const body = subject === undefined ? undefined : await find(subject);
      if (subject === undefined || !body) return pass();
      nameFile(res, path, subject);
      await sendBody(req, res, body, 'shared');
    },
  });
}

/** Undefined for an unknown race. */
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

/** One body for each requested race; only existing races get here. */
class CsvBodies {
  readonly #race: LiveRace;
  readonly #bodies = new Map<Subject, StepwiseBody>();

  constructor(race: LiveRace) {
    this.#race = race;
    race.on('outdated', () => {
      for (const body of this.#bodies.values()) body.clear();
      this.#bodies.clear();
    });
  }

  of(subject: Subject): StepwiseBody {
    const known = this.#bodies.get(subject);
    if (known) return known;
    const body = createCsvBody(this.#race, subject);
    this.#bodies.set(subject, body);
    return body;
  }
}

function createCsvBody(race: LiveRace, subject: Subject): StepwiseBody {
  const list = (): UnrankedResult[] =>
    subject === ALL ? race.standings.listAll() : race.standings.listed(subject);
  return new StepwiseBody({
    tag: () => tagOf(race.head),
    isSmall: () => race.standings.size <= ROWS_AT_ONCE,
    make: function* make(): Steps<MadeBody> {
      const etag = tagOf(race.head);
      const table = layOutTable(tableSourcesOf(race), subject === ALL ? undefined : subject);
      const bytes = yield* writeCsv(table, list());
      return { etag, bytes, type: 'text/csv; charset=utf-8' };
    },
  });
}
