import { writeCsv, layOutTable } from '#server/features/exports/export-table.ts';
import {
  type FirstFinisher,
  type Manifest,
  type PublishedRunner,
  RUNNERS_FILE,
} from '#server/features/past-races/manifest.ts';
import { RunnerSummaries } from '#server/features/previews/runner-summary.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import { SERVER_TEXTS, type ServerTexts } from '#server/web/page-request.ts';
import { describeTotal } from '#shared/format/describe-result.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { describeResultsState } from '#shared/format/describe-results-state.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { PictureName } from '#shared/model/race-config.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import { rankSex } from '#shared/scoring/rank-keys.ts';
import { findGunMs, listTabs } from '#shared/scoring/tabs.ts';

import { addressRunner, FILES, folderOf, listViews, type Scene, writePage } from './write-page.ts';
import type { ArchiveFile } from './archive-folder.ts';
import { listPages, writeStart } from './list-pages.ts';
import { writeRunnerPage } from './runner-page.ts';

export interface ArchiveSources {
  readonly race: LiveRace;
  readonly pictures: Readonly<Record<PictureName, Uint8Array>>;
  readonly styles: string;
}

/** The distances with a tab. */
export function listDistances({ config }: LiveRace): EventCode[] {
  return listTabs(config).flatMap((tab) => (tab.kind === 'event' ? [tab.code] : []));
}

/** The manifest of a race, without its files. */
export function describeArchive(race: LiveRace): Manifest {
  const { config, standings, head } = race;
  const startMs = findFirstGun(race);
  return {
    format: 'splitcast-archive',
    formatVersion: 1,
    title: config.pageTitle,
    date: startMs === undefined ? '' : formatWallClock(startMs, config.timeZone).slice(0, 10),
    distances: listTabs(config).flatMap(({ kind, code, label }) =>
      kind === 'event'
        ? {
            code,
            name: label,
            listed: standings.listed(code).length,
            finished: standings.finishers(code).length,
            first: listFirst(race, code),
          }
        : [],
    ),
    ...head,
    officialAt: config.officialAt,
  };
}

function listFirst({ standings }: LiveRace, event: EventCode): FirstFinisher[] {
  const { isByLaps } = standings.courses.rankingOf(event);
  return (['F', 'M'] as const).flatMap((sex) =>
    rankSex(standings, event, sex, 1).map(({ result }) => ({
      sex,
      name: describeName(result, SERVER_TEXTS.en.page.common),
      totalMs: isByLaps ? null : result.totalMs,
    })),
  );
}

/**
 * Every file of a published race except its manifest, made one at a time, so that even the largest race takes little
 * more memory than its results (COMMANDS.md PU1, PU2). No file depends on the time of writing.
 */
export async function* listArchiveFiles({
  race,
  pictures,
  styles,
}: ArchiveSources): AsyncGenerator<ArchiveFile> {
  const summaries = new RunnerSummaries(race);
  for (const texts of Object.values(SERVER_TEXTS)) {
    const scene = createScene(race, texts);
    const asFile = (page: Parameters<typeof writePage>[1]): ArchiveFile => ({
      path: folderOf(texts.code) + page.path,
      bytes: writePage(scene, page),
    });
    yield asFile(writeStart(scene));
    for (const tab of scene.tabs) {
      for (const view of listViews(tab)) {
        for (const page of listPages(scene, tab, view)) yield asFile(page);
      }
    }
    for (const result of race.standings.listAll()) {
      const page = writeRunnerPage(scene, result, summaries);
      if (page) yield asFile(page);
    }
  }
  yield { path: RUNNERS_FILE, bytes: JSON.stringify([...listRunners(race)]) };
  yield* listTables(race);
  yield { path: `${FILES}/logo.png`, bytes: pictures.logo };
  yield { path: `${FILES}/background.jpg`, bytes: pictures.background };
  yield { path: `${FILES}/style.css`, bytes: styles };
}

/** Runners with a public name, for the search of past races. */
function* listRunners({ standings, config }: LiveRace): Generator<PublishedRunner> {
  const { common, outcome } = SERVER_TEXTS.en.page;
  for (const result of standings.listAll()) {
    const { firstName, lastName, bibNumber, ageGroup, runClub, events } = result;
    if (firstName + lastName === '') continue;
    yield {
      name: describeName(result, common),
      bib: bibNumber,
      details: [runClub, ageGroup, labelEvent(events, config)].filter(Boolean),
      place: standings.placeOf(result.runnerId),
      time: describeTotal(result, outcome, coursesOf(config).rankingOf(events)),
      page: addressRunner(result),
    };
  }
}

function createScene(race: LiveRace, texts: ServerTexts): Scene {
  const { config } = race;
  const { page } = texts;
  const startMs = findFirstGun(race);
  return {
    race,
    tabs: listTabs(config),
    texts,
    day: startMs === undefined ? '' : page.common.dates.date(startMs, config.timeZone),
    standing: describeResultsState(listDistances(race), config, startMs ?? 0, page),
  };
}

function findFirstGun({ config }: LiveRace): number | undefined {
  const guns = listTabs(config).flatMap((tab) => findGunMs(tab, config) ?? []);
  return guns.length === 0 ? undefined : Math.min(...guns);
}

async function* listTables(race: LiveRace): AsyncGenerator<ArchiveFile> {
  const { standings } = race;
  const all = await writeCsv(layOutTable(race), standings.listAll());
  yield { path: `${FILES}/results.csv`, bytes: all };
  for (const event of listDistances(race)) {
    const csv = await writeCsv(layOutTable(race, event), standings.listed(event));
    yield { path: `${FILES}/results-${event}.csv`, bytes: csv };
  }
}
