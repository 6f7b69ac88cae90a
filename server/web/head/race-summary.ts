import type { LiveRace } from '#server/race/live-race.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { isolateText } from '#shared/format/isolate-text.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { type PictureVersions, type RaceConfig, splitNames } from '#shared/model/race-config.ts';
import { findStartMs } from '#shared/model/wall-clock.ts';
import { readDate } from '#shared/texts/dates.ts';
import type { ServerTexts } from '../page-request.ts';
import { createHash } from 'node:crypto';

/** The race on previews and pictures, in one language. */
export interface RaceSummary {
  readonly language: string;
  readonly raceTitle: string;
  readonly races: readonly string[];
  readonly day: string;
  readonly caption: string;
  readonly sentence: string;
}

/** Summarises the settings of the race, which do not change with every scan. */
export function summariseRace(
  { config }: Pick<LiveRace, 'config'>,
  texts: ServerTexts,
): RaceSummary {
  const named = splitNames(config.distances).length;
  const races = coursesOf(config)
    .events.slice(0, named)
    .map((event) => labelEvent(event, config));
  const day = describeDay(config, texts);
  return {
    language: texts.code,
    raceTitle: config.pageTitle,
    races,
    day,
    caption: texts.liveResults,
    sentence: texts.raceIs(isolateText(config.pageTitle), texts.and(races), day),
  };
}

/** `Sat 20 Jun 2026`, in the race's zone; empty without a start. */
export function describeDay(
  { raceStart, timeZone }: RaceConfig,
  { page }: ServerTexts,
  startMs = findStartMs(raceStart, timeZone),
): string {
  if (startMs === undefined) return '';
  return `${page.common.dates.day(startMs, timeZone)} ${readDate(startMs, timeZone).year}`;
}

/** The version of the pictures' design: raise it with each change. */
const DRAWING = 5;

interface PicturedSummary {
  readonly language: string;
}

/** A hash of the content of a picture and of the logo. */
export function versionPicture(summary: PicturedSummary, { logo }: PictureVersions): string {
  const shown = JSON.stringify([DRAWING, logo, summary]);
  return createHash('sha256').update(shown).digest('base64url').slice(0, 16);
}

/** The address of a picture, which changes with its content. */
export function addressPicture(
  path: string,
  summary: PicturedSummary,
  pictures: PictureVersions,
): string {
  return `${path}?lang=${summary.language}&v=${versionPicture(summary, pictures)}`;
}
