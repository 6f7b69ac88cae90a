import * as z from 'zod';

import type { LiveRace } from '#server/race/live-race.ts';
import { RaceRows } from '#server/race/race-rows.ts';
import { type Route, route } from '#server/web/routes.ts';
import { Refusal } from '#server/web/refusal.ts';
import type { Input } from '#server/web/request-input.ts';
import { labelEvent, listEvents } from '#shared/format/label-event.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { findResultsState } from '#shared/model/race-config.ts';
import { codeCheckpoint, labelCheckpoint } from '#shared/scoring/course.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { type ExportsBody, RESULT_FILES, type ResultFile } from '#shared/wire/exports-api.ts';

import { type IofRace, planFile } from './result-files.ts';

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml; charset=utf-8',
};

const address: Input<{ readonly event: EventCode; readonly file: ResultFile }> = {
  schema: z.object({ event: z.string(), file: z.enum(RESULT_FILES) }),
  sentence: 'There is no such file of results.',
};

/** Result files for federations, with personal data, and the reasons why they would be rejected (PROTOCOL.md FE). */
export function createFileRoutes({ race }: { readonly race: LiveRace }): Route[] {
  const rowsOf = new RaceRows(race);
  return [
    route('GET /exports', { who: 'personal:see', needsRace: true }, async ({ res }) => {
      const listed = listEvents(race.config);
      const events: ExportsBody['events'][number][] = [];
      for (const event of race.standings.courses.events) {
        const all = await rowsOf.list(event);
        if (!listed.includes(event) && all.length === 0) continue;
        const facts = describeRace(race, event);
        const files = RESULT_FILES.map((file) => {
          const { rows, problems } = planFile(file, all, facts);
          return { file, rows: rows.length, problems };
        });
        events.push({ event, label: facts.label, files });
      }
      res.set('Cache-Control', 'no-store');
      res.json({ events } satisfies ExportsBody);
    }),
    route(
      'GET /exports/:event/:file',
      { who: 'personal:see', needsRace: true, params: address },
      async ({ res, params: { event, file } }) => {
        if (!race.standings.courses.hasEvent(event)) throw new Refusal(404, address.sentence);
        const all = await rowsOf.list(event);
        const bytes = await planFile(file, all, describeRace(race, event)).write();
        const [name, ending = ''] = file.split('.');
        res.set('Cache-Control', 'no-store');
        res.set('Content-Type', TYPES[ending]);
        res.set('Content-Disposition', `attachment; filename="${name}-${event}.${ending}"`);
        res.send(bytes);
      },
    ),
  ];
}

function describeRace(
  { config, standings }: Pick<LiveRace, 'config' | 'standings'>,
  event: EventCode,
): IofRace {
  return {
    title: config.pageTitle,
    code: event,
    label: labelEvent(event, config),
    gunMs: scoringRulesOf(config).guns[event],
    isOfficial: findResultsState([event], config) === 'official',
    stages: standings.courses.stagesOf(event).map(({ slot }) => ({
      slot,
      code: codeCheckpoint(slot, config),
      name: labelCheckpoint(slot, config, event),
    })),
    nowMs: Date.now(),
  };
}
