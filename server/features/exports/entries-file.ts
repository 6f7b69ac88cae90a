import type { LiveRace } from '#server/race/live-race.ts';
import type { ScoredRunner } from '#server/race/present-runner.ts';
import { type Route, route } from '#server/web/routes.ts';
import type { BandId, RunnerId } from '#shared/model/ids.ts';
import { isClosedFor } from '#shared/model/race-config.ts';
import { bandsOf } from '#shared/model/runner.ts';
import { parseOverride } from '#shared/model/typed-words.ts';
import { findAge, raceDayOf } from '#shared/scoring/categories.ts';
import { presentStarter, presentUnrankedResult } from '#shared/scoring/present-result.ts';

import { type ExportTable, layOutTable, writeCsv } from './export-table.ts';

/** All entries as a file for the organisers, with personal data (PROTOCOL.md FE). */
export function createEntriesRoutes({ race }: { readonly race: LiveRace }): Route[] {
  return [
    route('GET /entries.csv', { who: 'personal:see', needsRace: true }, async ({ res }) => {
      const bytes = await writeCsv(layOutEntries(race), listEntries(race));
      res.set('Cache-Control', 'no-store');
      res.set('Content-Disposition', 'attachment; filename="entries.csv"');
      res.type('text/csv; charset=utf-8').send(bytes);
    }),
  ];
}

const byBib = new Intl.Collator('en', { numeric: true });

/** The runners of each distance: the listed ones in order, then the others by bib (PROTOCOL.md FE1). */
function* listEntries(race: LiveRace): Generator<ScoredRunner, void> {
  const { standings } = race;
  const unlisted = [...race.listRunners()]
    .filter(({ runnerId }) => !standings.find(runnerId))
    .toSorted((a, b) => byBib.compare(a.bibNumber, b.bibNumber));
  for (const event of standings.courses.events) {
    const others = unlisted.filter((runner) => runner.event === event);
    for (const { runnerId } of [...standings.listed(event), ...others]) {
      const scored = race.findScored(runnerId as RunnerId);
      if (scored) yield scored;
    }
  }
}

const HEADS = ['Date of birth', 'Age', 'Nationality', 'Private', 'Chips'];

/** The columns of the results, then those for the organisers alone (PROTOCOL.md FE2). */
function layOutEntries(race: LiveRace): ExportTable<ScoredRunner> {
  const { config, standings } = race;
  const { courses } = standings;
  const results = layOutTable(race);
  const chips = listChips(race);
  return {
    heads: [...results.heads, ...HEADS],
    describe: (scored) => {
      const { runner, score } = scored;
      const { event, birthDate = '' } = runner;
      const listed = standings.find(runner.runnerId);
      return [
        ...results.describe(listed ?? presentUnrankedResult(runner, score, courses), {
          shown: presentStarter({ ...runner, isPrivate: false }, courses),
          ...(!listed && { status: describeUnlisted(scored, isClosedFor(event, config)) }),
        }),
        birthDate,
        findAge(birthDate, raceDayOf(event, config)) ?? null,
        runner.nationality ?? '',
        runner.isPrivate ? 'yes' : '',
        bandsOf(runner)
          .flatMap((bandId) => chips.get(bandId) ?? [])
          .toSorted()
          .join(' '),
      ];
    },
  };
}

/** The codes of the chips of each wristband. */
function listChips({ reads }: Pick<LiveRace, 'reads'>): ReadonlyMap<BandId, readonly string[]> {
  const chips = new Map<BandId, string[]>();
  for (const [code, bandId] of reads.chips) {
    chips.set(bandId, [...(chips.get(bandId) ?? []), code]);
  }
  return chips;
}

/** A runner who was never seen becomes DNS when the race is closed. */
function describeUnlisted({ runner }: ScoredRunner, isClosed: boolean): string {
  return isClosed || parseOverride(runner.overrideTime)?.kind === 'dns' ? 'DNS' : 'not seen yet';
}
