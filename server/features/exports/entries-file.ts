import type { LiveRace } from '#server/race/live-race.ts';
import type { ScoredRunner } from '#server/race/present-runner.ts';
import { type Route, route } from '#server/web/routes.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import type { BandId, RunnerId } from '#shared/model/ids.ts';
import { isClosedFor } from '#shared/model/race-config.ts';
import { bandsOf } from '#shared/model/runner.ts';
import { parseOverride } from '#shared/model/typed-words.ts';
import { findAge, raceDayOf, readEntrySex } from '#shared/scoring/categories.ts';
import { labelCheckpoint } from '#shared/scoring/course.ts';
import { findFiledGunAndChip } from '#shared/scoring/score-runner.ts';

import { type ExportTable, writeSpan, STATUSES, writeCsv } from './export-table.ts';

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
  const everyone = [...race.listRunners()];
  for (const event of standings.courses.events) {
    const listed = standings.listed(event).map(({ runnerId }) => runnerId as RunnerId);
    const known = new Set(listed);
    const others = everyone
      .filter((runner) => runner.event === event && !known.has(runner.runnerId))
      .toSorted((a, b) => byBib.compare(a.bibNumber, b.bibNumber));
    for (const runnerId of [...listed, ...others.map((runner) => runner.runnerId)]) {
      const scored = race.findScored(runnerId);
      if (scored) yield scored;
    }
  }
}

const HEADS = [
  'Race',
  'Place',
  'Status',
  'Bib',
  'First name',
  'Last name',
  'Club',
  'Category',
  'Sex',
  'Date of birth',
  'Age',
  'Nationality',
  'Private',
  'Chips',
  'Total',
  'Gun time',
  'Chip time',
];

/** All data of all entries (PROTOCOL.md FE2). */
function layOutEntries(race: LiveRace): ExportTable<ScoredRunner> {
  const { config, standings } = race;
  const { courses } = standings;
  const chips = listChips(race);
  const slots = courses.slots.map((_, slot) => slot);
  return {
    heads: [...HEADS, ...slots.map((slot) => labelCheckpoint(slot, config))],
    describe: (scored) => {
      const { runner, score } = scored;
      const { runnerId, ageGroup, event, sex = '', birthDate = '' } = runner;
      const { gun, chip } = findFiledGunAndChip(scored);
      const { rounding } = courses.rankingOf(event);
      return [
        labelEvent(event, config),
        standings.placeOf(runnerId),
        describeStatus(scored, isClosedFor(event, config)),
        runner.bibNumber,
        runner.firstName,
        runner.lastName,
        runner.runClub,
        ageGroup,
        courses.sexOf({ sex: readEntrySex(sex), ageGroup }) ?? sex,
        birthDate,
        findAge(birthDate, raceDayOf(event, config)) ?? null,
        runner.nationality ?? '',
        runner.isPrivate ? 'yes' : '',
        bandsOf(runner)
          .flatMap((bandId) => chips.get(bandId) ?? [])
          .toSorted()
          .join(' '),
        writeSpan(score.totalMs, rounding),
        writeSpan(gun, rounding),
        writeSpan(chip, rounding),
        ...slots.map((slot) => writeSpan(score.splitsMs[slot], rounding)),
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
function describeStatus({ runner, score }: ScoredRunner, isClosed: boolean): string {
  if (score.isDisqualified) return 'DSQ';
  if (score.listed) return STATUSES[score.status];
  return isClosed || parseOverride(runner.overrideTime)?.kind === 'dns' ? 'DNS' : 'not seen yet';
}
