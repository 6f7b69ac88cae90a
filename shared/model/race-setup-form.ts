import * as z from 'zod/mini';

import { SEXES } from './race-setup.ts';
import { cleanText, findTextFault } from './text-rules.ts';
import { parseDuration } from './time.ts';

const LONGEST_NAME = 60;
/** For lengths and climbs: no course has more. */
const MOST_METRES = 2_000_000;

const line = z.string().check(
  z.overwrite(cleanText),
  z.superRefine((text, context) => {
    const fault = findTextFault(text, LONGEST_NAME);
    if (fault !== undefined) context.addIssue(`This ${fault}: write it another way.`);
  }),
);
const name = line.check(z.minLength(1));
/** A name that occurs in lists separated by commas. */
const plainName = line.check(z.regex(/^[^,]*$/, 'Write this name without a comma.'));
const id = z
  .string()
  .check(
    z.regex(
      /^(?=.*[a-z])[a-z0-9](?:[a-z0-9-]{0,18}[a-z0-9])?$/,
      'Write this id with 1 to 20 small letters, digits and dashes, a letter among them, such as cp1.',
    ),
  );
const code = z
  .string()
  .check(
    z.regex(
      /^[A-Za-z0-9](?:[A-Za-z0-9+-]{0,11})$/,
      'Write this code with 1 to 12 letters, digits, dashes and plus signs, such as F40.',
    ),
  );
const span = z.string().check(
  z.overwrite((text) => text.trim().padStart('HH:MM:SS'.length, '0')),
  z.superRefine((text, context) => {
    if (parseDuration(text) === undefined)
      context.addIssue('Write this time as HH:MM:SS, such as 01:30:00.');
  }),
);
const day = z
  .string()
  .check(
    z.regex(
      /^(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
      'Write this day as month and day, such as 08-31.',
    ),
  );

function wholeNumber(least: number, most: number) {
  return z.int().check(z.gte(least), z.lte(most));
}
function list<T extends z.ZodMiniType>(part: T, most: number, least = 0) {
  return z.array(part).check(z.minLength(least), z.maxLength(most));
}

const metres = wholeNumber(0, MOST_METRES);
const sexes = list(z.enum(SEXES), SEXES.length, 1);
const clock = z.enum(['gun', 'chip']);
const codesOf = (most: number) => z.exactOptional(list(code, most, 1));

const source = z.strictObject({
  /** The scanner's `--source`. */
  source: name,
  line: z.enum(['main', 'backup']),
});

/** A place where wristbands are read. Every race has one of kind `start` and one of kind `finish`, with these as ids. */
const point = z.strictObject({
  /** Its name for scanners. */
  id,
  /** Its name for people; empty for its id in capitals. */
  name: plainName,
  /** `segment`: it times a segment, and is no stage of a course. */
  kind: z.enum(['start', 'checkpoint', 'segment', 'finish']),
  /** The scanners that feed it; main ones take precedence over backups (RULES.md MB1). */
  sources: z.exactOptional(list(source, 20)),
  /** Which read of one passing counts: the first by default, at a start always the last. */
  pick: z.exactOptional(z.enum(['first', 'last'])),
});

const visit = z.strictObject({
  point: id,
  /** The name of this visit where its point comes several times. */
  label: z.exactOptional(line),
  /** From the start. */
  atM: z.exactOptional(metres),
  climbM: z.exactOptional(metres),
  /** The shortest possible time since the visit before (RULES.md VS2). */
  leastLeg: z.exactOptional(span),
  mostLeg: z.exactOptional(span),
  /** How long after the start the point closes. */
  cutOff: z.exactOptional(span),
  /** The time of day at which it closes for everybody (RULES.md CU1): `14:00:00`, on the next day `38:00:00`. */
  closesAt: z.exactOptional(span),
  /** Whether spectators see it; true by default. */
  isPublic: z.exactOptional(z.boolean()),
});

/** Metres from the start, and metres above the sea. */
const height = z.tuple([metres, wholeNumber(-500, 9_000)]);

const course = z.strictObject({
  id,
  name,
  /** From start to finish. */
  lengthM: z.exactOptional(metres),
  climbM: z.exactOptional(metres),
  /** Between start and finish, in order. A point that comes again is passed again: a loop, or a lap. */
  visits: list(visit, 200),
  /** For the picture of the course; as in the file of its track. */
  profile: z.exactOptional(z.strictObject({ heights: list(height, 400, 2) })),
});

/** A timed part of a course with a ranking of its own: from the first read at one point to the next at the other. */
const segment = z.strictObject({
  /** Also the name of its tab. */
  code,
  label: plainName.check(z.minLength(1)),
  from: id,
  to: id,
});

const distance = z.strictObject({
  /** In the record, on the wire and in addresses. */
  code,
  name: plainName.check(z.minLength(1)),
  course: id,
  /** The codes of the segments on its course. */
  segments: list(code, 20),
  /** The time that ranks; the setting `timing` by default. */
  clock: z.exactOptional(z.strictObject({ overall: clock, category: clock })),
  /** How times are shown: rounded up to the second by default. `none` shows tenths. They are ranked by the millisecond. */
  rounding: z.exactOptional(z.enum(['none', 'up', 'down'])),
  /** The places of equal times: 1, 1, 3 by default; `dense` 1, 1, 2; `shown` compares the times as they are shown. */
  ties: z.exactOptional(z.enum(['share', 'dense', 'shown'])),
  /** The earliest finish after the start; the setting by default. */
  earliestFinish: z.exactOptional(span),
  /** How long after the start the finish closes. */
  limit: z.exactOptional(span),
  /** The time of day at which the finish closes for everybody, as that of a visit. */
  closesAt: z.exactOptional(span),
  /** `laps`: the most laps until `limit` rank first, then the soonest end of them. */
  rankedBy: z.exactOptional(z.enum(['time', 'laps'])),
  /** Laps against the clock: how long each has, one after the other from the gun (RULES.md RK16). */
  lapEvery: z.exactOptional(span),
  /** Early starters and walkers are listed, and have no places. */
  isRanked: z.exactOptional(z.boolean()),
  /** Entries start one after the other, each at their own time (RULES.md ST12). */
  hasOwnStarts: z.exactOptional(z.boolean()),
  /** Its tab opens first; by default that of the first distance. */
  isMain: z.exactOptional(z.boolean()),
});

const bib = wholeNumber(1, 999_999);
const who = z.strictObject({
  categories: codesOf(120),
  bibs: z.exactOptional(list(z.tuple([bib, bib]), 50, 1)),
});
/** Runners with a gun of their own: `starts` of the settings has it by the id. */
const wave = z.strictObject({
  /** Different from every code of a distance: both name a start. */
  id,
  name,
  distance: code,
  /** Every entry that names the wave, and among those that name none, these. */
  who: z.exactOptional(who),
});

const age = wholeNumber(0, 119);
/** Ages are whole years, both ends included; each sex has at most one category for each age. */
const category = z.strictObject({
  code,
  name: z.exactOptional(name),
  sexes,
  from: z.exactOptional(age),
  to: z.exactOptional(age),
  /** A day of the year of the race, `01-01`, for its age instead of the day of all categories. */
  ageDay: z.exactOptional(day),
});
const categories = z.strictObject({
  /** The day on which the age counts. */
  ageOn: z.discriminatedUnion('rule', [
    z.strictObject({ rule: z.literal('race-day') }),
    /** On the last day of the year of the race. */
    z.strictObject({ rule: z.literal('year-end') }),
    /** On a day of the year of the race, `10-01`. */
    z.strictObject({ rule: z.literal('day'), day }),
    /** On the last such day, `08-31`, not after the race: for a season that begins the day after. */
    z.strictObject({ rule: z.literal('season'), day }),
  ]),
  table: list(category, 120),
});

const prize = z.strictObject({
  name,
  /** Codes of distances; all by default. */
  distances: codesOf(12),
  places: wholeNumber(1, 100),
  sexes: z.exactOptional(sexes),
  categories: codesOf(120),
  clubs: z.exactOptional(list(name, 50, 1)),
  /** By a segment instead of the finish. */
  segment: z.exactOptional(code),
  /** Its winner takes no later exclusive prize. */
  isExclusive: z.boolean(),
});

const team = z.strictObject({
  name,
  distances: codesOf(12),
  sexes: z.exactOptional(sexes),
  /** How many members count, and how many of these are women at least. */
  count: wholeNumber(1, 50),
  leastWomen: z.exactOptional(wholeNumber(0, 50)),
  /** The sum of places or of times; `relay`: each member runs a leg, and the team has the sum of them. */
  by: z.enum(['place', 'time', 'relay']),
  /** How many teams a club may have; as many as it fills by default. */
  perClub: z.exactOptional(wholeNumber(1, 100)),
});

/**
 * A race as data: its points, courses, distances, starts, categories, prizes and teams (RULES.md RD1). Reads, decisions and settings of the day are
 * kept elsewhere. Each field is checked on its own here; `race-setup-checks.ts` checks how they fit together, and
 * `courses.ts` derives the rest. Lengths are
 * metres, times of day `YYYY-MM-DD-HH-mm-ss` in the race's zone, spans `HH:MM:SS`.
 */
export const raceSetup = z.strictObject({
  /** The version of the form; releases refuse an unknown one. */
  version: z.literal(1),
  template: id,
  /** In the order of the `wayPoints` setting, which names those of kind `checkpoint`. */
  points: list(point, 60, 2),
  courses: list(course, 12, 1),
  /** In the order of `komsMs`. */
  segments: list(segment, 20),
  /** In the order of their tabs. */
  distances: list(distance, 12, 1),
  waves: list(wave, 60),
  categories,
  /** In the order in which they are announced. */
  prizes: list(prize, 60),
  teams: list(team, 20),
});

const OBJECTS: readonly { readonly shape: object }[] = [
  point,
  source,
  visit,
  course,
  segment,
  distance,
  who,
  wave,
  category,
  categories,
  prize,
  team,
  raceSetup,
];

/** All fields of a document, in the order of its text. */
export const SETUP_FIELDS = [
  ...new Set(OBJECTS.flatMap(({ shape }) => Object.keys(shape))),
  'heights',
  'overall',
  'category',
  'rule',
  'day',
];
