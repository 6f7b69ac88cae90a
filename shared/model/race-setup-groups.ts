import { checkCodes, checkTwice, isAlike, noSuch, type Tell } from './race-setup-tell.ts';
import {
  type CategorySetup,
  type RaceSetup,
  type Sex,
  SEXES,
  type WaveSetup,
} from './race-setup.ts';

export function checkWaves({ waves, distances, categories }: RaceSetup, tell: Tell): void {
  checkTwice(waves, 'waves', 'id', tell);
  for (const [index, wave] of waves.entries()) {
    const at = `waves.${index}`;
    if (distances.some(({ code }) => isAlike(code, wave.id))) {
      tell(
        `${at}.id`,
        `A distance has the code ${wave.id}, and both name a start: give the wave another id.`,
      );
    }
    if (!distances.some(({ code }) => code === wave.distance)) {
      tell(`${at}.distance`, noSuch('distance', wave.distance));
    }
    checkCodes(wave.who?.categories, categories.table, `${at}.who.categories`, 'category', tell);
    for (const [place, [from, to]] of (wave.who?.bibs ?? []).entries()) {
      const rival = from <= to ? findRival(waves.slice(0, index), wave, from, to) : undefined;
      if (from > to)
        tell(
          `${at}.who.bibs.${place}`,
          `These bibs end before they begin: write ${to} to ${from}.`,
        );
      if (rival)
        tell(
          `${at}.who.bibs.${place}`,
          `The wave ${rival.id} also has some of the bibs ${from} to ${to}: each bib starts once.`,
        );
    }
  }
}

function findRival(
  earlier: readonly WaveSetup[],
  { distance }: WaveSetup,
  from: number,
  to: number,
) {
  return earlier.find(
    (other) =>
      other.distance === distance &&
      other.who?.bibs?.some(([first, last]) => first <= to && from <= last),
  );
}

/** No category begins later. */
const OLDEST = 120;

/** Requires, for each sex with a category, one for each age (RULES.md SU4). */
export function checkCategories(table: readonly CategorySetup[], tell: Tell): void {
  checkTwice(table, 'categories.table', 'code', tell);
  for (const [index, { from = 0, to = OLDEST }] of table.entries()) {
    if (from > to)
      tell(
        `categories.table.${index}.to`,
        `This category ends at ${to}, before it begins at ${from}: swap them.`,
      );
  }
  for (const sex of SEXES) {
    if (!table.some(({ sexes }) => sexes.includes(sex))) continue;
    const none = listAges(table, sex, (count) => count === 0);
    const several = listAges(table, sex, (count) => count > 1);
    if (none !== '')
      tell(
        'categories.table',
        `There is no category for ${sex} aged ${none}: add one, or widen its neighbour.`,
      );
    if (several !== '')
      tell(
        'categories.table',
        `There are several categories for ${sex} aged ${several}: leave one.`,
      );
  }
}

/** `0–16, 75 and over`. */
function listAges(
  table: readonly CategorySetup[],
  sex: Sex,
  isListed: (count: number) => boolean,
): string {
  const ranges: string[] = [];
  let since: number | undefined;
  for (let age = 0; age <= OLDEST + 1; age += 1) {
    const own = table.filter(
      ({ sexes, from = 0, to = OLDEST }) => sexes.includes(sex) && from <= age && age <= to,
    );
    const isIn = age <= OLDEST && isListed(own.length);
    if (isIn) since ??= age;
    if (isIn || since === undefined) continue;
    if (age > OLDEST) ranges.push(`${since} and over`);
    else ranges.push(since === age - 1 ? `${since}` : `${since}–${age - 1}`);
    since = undefined;
  }
  return ranges.join(', ');
}

export function checkWhoIsNamed(
  { prizes, teams, distances, segments, categories }: RaceSetup,
  tell: Tell,
): void {
  for (const [index, prize] of prizes.entries()) {
    const at = `prizes.${index}`;
    checkCodes(prize.distances, distances, `${at}.distances`, 'distance', tell);
    checkCodes(prize.categories, categories.table, `${at}.categories`, 'category', tell);
    if (prize.segment !== undefined) {
      checkCodes([prize.segment], segments, `${at}.segment`, 'segment', tell);
    }
  }
  for (const [index, team] of teams.entries()) {
    const at = `teams.${index}`;
    checkCodes(team.distances, distances, `${at}.distances`, 'distance', tell);
    if ((team.leastWomen ?? 0) > team.count) {
      tell(`${at}.leastWomen`, `Only ${team.count} count: there cannot be more women among them.`);
    }
  }
}
