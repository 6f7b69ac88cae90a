import type { Request, Response } from 'express';

import type { Logger } from '#server/observe/logger.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { CachedBody } from '#server/web/cached-body.ts';
import { parseAddress } from '#server/web/page-address.ts';
import { type Route, route } from '#server/web/routes.ts';
import { sendBody } from '#server/web/send-body.ts';
import type { EventCode } from '#shared/model/event.ts';
import { splitNames } from '#shared/model/race-config.ts';
import { tagOf } from '#shared/wire/http-api.ts';

import { layOutSheets, layOutTable, tableSourcesOf } from './export-table.ts';
import { WorkbookBodies } from './workbook-bodies.ts';
import { writeCsv } from './write-csv.ts';
import { writeWorkbook } from './write-workbook.ts';

/** The race whose results are exported; {@link ALL}, which is no event code, by default. */
type Subject = EventCode;
const ALL: Subject = '';

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
    serve(race, '/results.csv', (subject) => csv.get(subject)),
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
  find: (subject: Subject) => CachedBody | Promise<CachedBody> | undefined,
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

interface MadeCsv {
  readonly tag: string;
  readonly body: Promise<CachedBody>;
  /** By `performance.now()`; until then it is given although the race has changed. */
  restUntilMs: number;
}

/** Writing them takes at most a tenth of the time. */
const REST_PER_WORK = 9;

/** One body for each requested race; only existing races get here. */
class CsvBodies {
  readonly #race: LiveRace;
  readonly #made = new Map<Subject, MadeCsv>();

  constructor(race: LiveRace) {
    this.#race = race;
    race.on('outdated', () => this.#made.clear());
  }

  async get(subject: Subject): Promise<CachedBody> {
    const made = this.#find(subject) ?? this.#begin(subject);
    const body = await made.body;
    // A runner who became private while it was written is in it by name.
    return this.#made.get(subject) === made ? body : this.get(subject);
  }

  #find(subject: Subject): MadeCsv | undefined {
    const made = this.#made.get(subject);
    const isCurrent = made?.tag === tagOf(this.#race.head);
    return made && (isCurrent || performance.now() < made.restUntilMs) ? made : undefined;
  }

  #begin(subject: Subject): MadeCsv {
    const tag = tagOf(this.#race.head);
    const made: MadeCsv = { tag, body: this.#write(subject, tag), restUntilMs: Infinity };
    this.#made.set(subject, made);
    void this.#restAfter(made, subject);
    return made;
  }

  async #restAfter(made: MadeCsv, subject: Subject): Promise<void> {
    const beganMs = performance.now();
    try {
      await made.body;
      const endedMs = performance.now();
      made.restUntilMs = endedMs + REST_PER_WORK * (endedMs - beganMs);
    } catch {
      // Whoever asked gets the error; the next one has it written again.
      if (this.#made.get(subject) === made) this.#made.delete(subject);
    }
  }

  async #write(subject: Subject, etag: string): Promise<CachedBody> {
    const { standings } = this.#race;
    const rows = subject === ALL ? standings.listAll() : standings.listed(subject);
    const table = layOutTable(tableSourcesOf(this.#race), subject === ALL ? undefined : subject);
    return new CachedBody({
      etag,
      bytes: await writeCsv(table, rows),
      type: 'text/csv; charset=utf-8',
    });
  }
}
