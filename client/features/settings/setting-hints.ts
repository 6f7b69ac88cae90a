import { USUAL_COURSES } from '#shared/model/courses.ts';
import { findSetting, type TextSetting } from '#shared/model/settings.ts';

/** A race with a setup of its own has no name settings. */
const { events, namedPoints, climbs } = USUAL_COURSES;

/** The purpose of each setting in plain words, and how to fill it in. */
interface SettingHint {
  readonly hint?: string;
  readonly example?: string;
}

/** Apart from the settings, so that spectators do not load these texts. */
export const SETTING_HINTS: Readonly<Partial<Record<TextSetting, SettingHint>>> = {
  pageTitle: {
    hint: 'The name of the race, in large letters on the results page.',
  },
  startText: {
    hint: 'A line under the title, such as when the 10K starts. Display only: it starts no clock.',
    example: '10K start: 11:00',
  },
  photos: {
    hint: 'The address of a runner’s photos, with {bib} in place of the bib number.',
    example: 'https://photos.example.org/?bib={bib}',
  },
  distances: {
    hint: `Up to ${inWords(events.length)} names separated by commas: first ${events.join(', then ')}. Each gets a tab.`,
    example: findSetting('distances').initial as string,
  },
  wayPoints: {
    hint: `Up to ${inWords(namedPoints.length)} stage names separated by commas. In this order they name ${namedPoints.map((id) => id.toUpperCase()).join(', ')}.`,
  },
  KOMs: {
    hint: `Up to ${inWords(climbs.length)} names of timed climbs with a comma in between. Two of them give two special tabs.`,
  },
  raceStart: {
    hint: 'The start of every distance without its own. The race clock runs from here.',
    example: '2026-06-20 10:00:00',
  },
  timeZone: {
    hint: 'The race’s time zone. All starts are in it; changing it moves them.',
    example: 'Europe/London',
  },
  starts: {
    example: '2026-06-20 10:00:00',
  },
  earliestFinish: {
    hint: 'Hours, minutes and seconds after the start. An earlier read at the finish is taken for the start, or for somebody walking over the mat.',
    example: '00:10:00',
  },
};

function inWords(count: number): string {
  return ['none', 'one', 'two', 'three', 'four', 'five', 'six'][count] ?? String(count);
}
