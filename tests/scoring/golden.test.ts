import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { RaceState } from '#server/race/race-state.ts';
import { describeTotal } from '#shared/format/describe-result.ts';
import { formatElapsed } from '#shared/format/format-time.ts';
import { DEFAULT_CONFIG, type RaceConfig } from '#shared/model/race-config.ts';
import { parseRaceSetup, writeRaceSetup } from '#shared/model/race-setup-schema.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { Runner } from '#shared/model/runner.ts';
import { createScanId, type Scan } from '#shared/model/scan.ts';
import { findStartMs, formatWallClock } from '#shared/model/wall-clock.ts';
import { explainStart } from '#shared/scoring/own-start.ts';
import { listBlocks } from '#shared/scoring/list-blocks.ts';
import { presentAll } from '#shared/scoring/present-result.ts';
import { awardPrizes } from '#shared/scoring/prizes.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { loadTemplate, TEMPLATES } from '#shared/templates/templates.ts';
import { allEn } from '#shared/texts/en-screens.ts';
import { buildRunner, getBandId } from '#tests/support/builders.ts';

const FOLDER = join(import.meta.dirname, 'golden');

/**
 * A race that somebody scored by hand from the rules: what it was, who ran, what was read, and the sheet that follows.
 * Times of reads are on the clock of the first day of the race, past midnight `25:10:00`, or with a zone `2026-10-25T01:30:00Z`.
 */
interface Golden {
  readonly race: string;
  /** Unless it is that of a template. */
  readonly setup?: Readonly<Record<string, unknown>>;
  readonly template?: string;
  readonly config: Partial<RaceConfig>;
  /** `bib distance sex born First Last, Club; ownStart=+0:30; wave=red`. */
  readonly entries: readonly string[];
  /** By bib: `14:00:02 start, 14:31:10 summit@main`. */
  readonly reads: Readonly<Record<string, string>>;
  readonly sheet: {
    /** By distance, in their order: `1. 101 M40 1:02:03 | 0:31:10 (2) | –`, with the stages in the order of the course. */
    readonly results: Readonly<Record<string, readonly string[]>>;
    /** `Women 40: 1. 101 1:02:03`, by distance. */
    readonly categories?: Readonly<Record<string, readonly string[]>>;
    /** By the name of the segment: `1. 101 0:12:30`. */
    readonly segments?: Readonly<Record<string, readonly string[]>>;
    /** `First men: 1. 101, 2. 102, 1 open`; of a template only the prizes that were won. */
    readonly prizes?: readonly string[];
    readonly teams?: Readonly<Record<string, readonly string[]>>;
    /** By bib, why which start counts: `own 13:30:00`. */
    readonly starts?: Readonly<Record<string, string>>;
  };
}

const GOLDEN = readdirSync(FOLDER).map((name) => {
  return [name, JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Golden] as const;
});

const ENTRY = /^(\S+) (\S+) (\S+) (\S+) (\S+) ([^,;]+)(?:, ([^;]*))?(?:; (.*))?$/;

function readEntry(text: string): Runner {
  const [, bibNumber = '', event = '', sex = '', birthDate = '', firstName = '', ...rest] =
    ENTRY.exec(text) ?? [];
  const [lastName = '', runClub = '', more = ''] = rest;
  if (bibNumber === '') throw new Error(`${text} is no entry`);
  const given = Object.fromEntries(
    more.split('; ').flatMap((one) => {
      const [field, value] = one.split('=');
      return field && value ? [[field, value === 'yes' ? true : value]] : [];
    }),
  ) as Partial<Runner>;
  return buildRunner({
    runnerId: bibNumber,
    bandId: bibNumber,
    bibNumber,
    event,
    sex: sex === '-' ? '' : sex,
    birthDate,
    firstName,
    lastName,
    runClub,
    ageGroup: '',
    isAgeGroupDerived: true,
    ...given,
  });
}

function readMoment(text: string, { raceStart, starts, timeZone }: RaceConfig): number {
  if (text.includes('T')) return Date.parse(text);
  const day = [raceStart, ...Object.values(starts)].filter(Boolean).toSorted()[0] ?? '';
  const midnightMs = findStartMs(`${day.slice(0, 10)}-00-00-00`, timeZone);
  const [hours = NaN, minutes = NaN, seconds = NaN] = text.split(':').map(Number);
  const ms = (midnightMs ?? NaN) + Math.round(((hours * 60 + minutes) * 60 + seconds) * 1_000);
  if (Number.isNaN(ms)) throw new Error(`${text} is no moment`);
  return ms;
}

function readReads(bib: string, texts: string, config: RaceConfig): Scan[] {
  return texts.split(', ').map((text) => {
    const [moment = '', at = ''] = text.split(' ');
    const [points = '', source = 'mat'] = at.split('@');
    const scan = {
      bandId: getBandId(bib),
      points: points.split('+'),
      timeMs: readMoment(moment, config),
      source,
    };
    return Object.assign(scan, { scanId: createScanId(scan) });
  });
}

async function score({ setup, template, config: given, entries, reads }: Golden) {
  const document =
    template === undefined
      ? { version: 1, template: 'golden', ...setup }
      : await loadTemplate(template);
  const reading = parseRaceSetup(document);
  if (!reading.ok) throw new Error(JSON.stringify(reading.error));
  const config = { ...DEFAULT_CONFIG, ...given, setup: writeRaceSetup(reading.value) };
  const runners = entries.map(readEntry);
  const scans = Object.entries(reads).flatMap(([bib, texts]) => readReads(bib, texts, config));
  const { standings } = RaceState.of({ config, runners, scans });
  const { courses } = standings;
  return { config, runners, rows: presentAll(standings), standings, courses };
}

type Scored = Awaited<ReturnType<typeof score>>;

function describeRow(row: UnrankedResult, { standings, courses }: Scored): string {
  const ranking = courses.rankingOf(row.events);
  const place = standings.placeOf(row.runnerId);
  const total = describeTotal(row, allEn.outcome, ranking) || 'on course';
  const places = standings.checkpointPlacesOf(row.runnerId);
  const splits = courses.stagesOf(row.events).map(({ slot }) => {
    const splitMs = row.splitsMs[slot] ?? null;
    if (splitMs === null) return '–';
    const at = places[slot];
    return `${formatElapsed(splitMs, ranking.rounding)}${at ? ` (${at})` : ''}`;
  });
  const who = [`${place ?? '-'}.`, row.bibNumber, row.ageGroup, total].filter(Boolean).join(' ');
  return [who, ...splits].join(' | ');
}

function tablesOf(view: 'categories' | 'teams', event: string, scored: Scored): string[] {
  const choice = { view, event, sex: undefined, isWhole: true };
  const blocks = listBlocks(choice, { ...scored, texts: allEn });
  return blocks.map(({ title, note = '', rows }) => {
    if (view === 'teams') {
      return `${title}: ${note}: ${rows.map(({ place, result }) => `${result.bibNumber} (${place})`).join(', ')}`;
    }
    return `${title}: ${rows.map(({ place, result, time }) => `${place}. ${result.bibNumber} ${time}`).join(', ')}`;
  });
}

function prizesOf({ courses, rows }: Scored): string[] {
  const awards = awardPrizes(courses.setup.prizes, courses, (code) =>
    rows.filter(({ events }) => events === code),
  );
  return awards.map(({ prize, winners, open }) => {
    const parts = winners.map(({ place, result }) => `${place}. ${result.bibNumber}`);
    if (open > 0) parts.push(`${open} open`);
    return `${prize.name}: ${parts.join(', ')}`;
  });
}

function segmentOf(label: string, { standings, courses }: Scored): string[] {
  const climb = courses.climbs.find((one) => one.label === label);
  if (!climb) throw new Error(`There is no segment ${label}.`);
  return standings
    .special(climb.code)
    .list()
    .map((row) => {
      const ms = row.komsMs[climb.index] ?? null;
      const place = standings.specialPlaceOf(climb.code, row.runnerId);
      return `${place ?? '-'}. ${row.bibNumber} ${ms === null ? '–' : formatElapsed(ms)}`;
    });
}

function startOf(bib: string, { runners, rows, config }: Scored): string {
  const runner = runners.find(({ bibNumber }) => bibNumber === bib);
  const row = rows.find(({ bibNumber }) => bibNumber === bib);
  if (!runner || !row) throw new Error(`${bib} is not in the results.`);
  const { ms, kind } = explainStart(runner, row.startedAtMs, scoringRulesOf(config), config);
  const time = formatWallClock(ms ?? 0, config.timeZone)
    .slice(11)
    .replaceAll('-', ':');
  return ms === null ? kind : `${kind} ${time}`;
}

const mapKeys = <T>(keys: object, make: (key: string) => T): Record<string, T> =>
  Object.fromEntries(Object.keys(keys).map((key) => [key, make(key)]));

test.each(GOLDEN)(
  '[RD1 TM9] the golden race %s has the results scored by hand',
  async (_, race) => {
    const scored = await score(race);
    const { results, categories, segments, prizes, teams, starts } = race.sheet;
    const { rows } = scored;
    const given = {
      results: mapKeys(results, (code) =>
        rows.filter(({ events }) => events === code).map((row) => describeRow(row, scored)),
      ),
      ...(categories && {
        categories: mapKeys(categories, (code) => tablesOf('categories', code, scored)),
      }),
      ...(segments && { segments: mapKeys(segments, (label) => segmentOf(label, scored)) }),
      ...(prizes && {
        prizes: prizesOf(scored).filter(
          (line) => !race.template || (/: \d/.test(line) && !/: \d+ open/.test(line)),
        ),
      }),
      ...(teams && { teams: mapKeys(teams, (code) => tablesOf('teams', code, scored)) }),
      ...(starts && { starts: mapKeys(starts, (bib) => startOf(bib, scored)) }),
    };
    expect(given).toEqual(race.sheet);
    // Nobody is left out of the sheet.
    expect(Object.keys(results)).toEqual(scored.courses.events);
  },
);

test('[SU3] each template has its name and a golden race', async () => {
  const names = TEMPLATES.map(({ name }) => name);
  const documents = await Promise.all(names.map(loadTemplate));
  expect(documents.map((document) => document?.template)).toEqual(names);
  expect(GOLDEN.flatMap(([, { template }]) => template ?? []).toSorted()).toEqual(names.toSorted());
});
