import { coursesOf } from '#shared/model/courses.ts';
import { type RaceConfig, splitNames } from '#shared/model/race-config.ts';
import type { Sex } from '#shared/model/race-setup.ts';
import { findAgeGroup } from '#shared/scoring/categories.ts';

const HEADER =
  'firstName,lastName,event,raceNumber,bibNumber,ageGroup,runClub,overrideTime,mobileNumber,private';

/** Names, what makes the category, and the rest of a row. */
const PEOPLE: readonly (readonly [string, string, Sex, number, string])[] = [
  ['Siân,Gwyn-Parry', '501,101', 'F', 44, 'Rhedwyr Carn Ingli,,+44 7700 900101,'],
  ['Tomos,O’Rourke', '502,102', 'M', 31, '"Harriers, Newport",,,yes'],
  ['Zoë,Ångström', '503,103', 'F', 21, ',,+44 7700 900103,'],
  ['Łukasz,Kowalczyk', ',104', 'M', 63, 'Rhedwyr Carn Ingli,,,no'],
];

/**
 * The example an organiser starts from (IMPORT.md IM28): every known column once, with the distances and categories of
 * the race. The byte order mark lets spreadsheet programs read its accents correctly.
 */
export function writeExample(config: Pick<RaceConfig, 'setup' | 'distances'>): string {
  const { setup, events, mainEvent } = coursesOf(config);
  const names = splitNames(config.distances);
  const others = events.filter((event) => event !== mainEvent);
  const distances = [mainEvent, ...others].map((event) => names[events.indexOf(event)] || event);
  const rows = PEOPLE.map(([who, numbers, sex, age, rest], index) => {
    const event = (distances[index % distances.length] ?? '').replaceAll('"', '""');
    const category = findAgeGroup(sex, age, setup.categories) ?? '';
    return `${who},${/["\s;]/.test(event) ? `"${event}"` : event},${numbers},${category},${rest}`;
  });
  return `\uFEFF${[HEADER, ...rows].join('\r\n')}\r\n`;
}
