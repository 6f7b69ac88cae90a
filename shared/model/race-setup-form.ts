import * as z from 'zod/mini';

import { SEXES } from './race-setup.ts';
import { cleanText, findTextFault } from './text-rules.ts';
import { parseDuration } from './time.ts';

const LONGEST_NAME = 60;
/** Of lengths and climbs. */
const MOST_METRES = 2_000_000;

const line = z.string().check(
  z.overwrite(cleanText),
  z.superRefine((text, context) => {
    const fault = findTextFault(text, LONGEST_NAME);
    if (fault !== undefined) context.addIssue(`This ${fault}: write it another way.`);
  }),
);
const name = line.check(z.minLength(1));
/** A name in comma-separated lists. */
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
  /** The `--source` of the scanner. */
  source: name,
  line: z.enum(['main', 'backup']),
});

/** A place where wristbands are read. The ids `start` and `finish` are those of the kinds. */
const point = z.strictObject({
  id,
  /** Empty for the id in capitals. */
  name: plainName,
  /** `segment`: times a segment only, and is no stage. */
  kind: z.enum(['start', 'checkpoint', 'segment', 'finish']),
  /** Main sources take precedence over backups (RULES.md MB1). */
  sources: z.exactOptional(list(source, 20)),
  /** The read of a passing that counts: `first` by default, at a start always the last. */
  pick: z.exactOptional(z.enum(['first', 'last'])),
});

const visit = z.strictObject({
  point: id,
  /** The name of this visit, if its point is repeated. */
  label: z.exactOptional(line),
  /** From the start. */
  atM: z.exactOptional(metres),
  climbM: z.exactOptional(metres),
  /** The shortest time since the visit before (RULES.md VS2). */
  leastLeg: z.exactOptional(span),
  /** From the start. */
  cutOff: z.exactOptional(span),
  /** The time of day at which it closes for everybody (RULES.md CU1): `14:00:00`, the next day `38:00:00`. */
  closesAt: z.exactOptional(span),
  /** True by default (RULES.md RD4). */
  isPublic: z.exactOptional(z.boolean()),
});

/** Metres from the start, and above the sea. */
const height = z.tuple([metres, wholeNumber(-500, 9_000)]);

const course = z.strictObject({
  id,
  name,
  /** From start to finish. */
  lengthM: z.exactOptional(metres),
  climbM: z.exactOptional(metres),
  /** Between start and finish, in order. A repeated point is a loop or a lap. */
  visits: list(visit, 200),
  /** For the picture of the course, as in the track file. */
  profile: z.exactOptional(z.strictObject({ heights: list(height, 400, 2) })),
});

/** A timed part of a course with its own ranking: from the first read at `from` to the next at `to`. */
const segment = z.strictObject({
  /** Also the name of its tab. */
  code,
  label: plainName.check(z.minLength(1)),
  from: id,
  to: id,
});

const distance = z.strictObject({
  /** Used in the record, on the wire and in addresses. */
  code,
  name: plainName.check(z.minLength(1)),
  course: id,
  /** Codes of the segments on its course. */
  segments: list(code, 20),
  /** The ranking time; the setting `timing` by default. */
  clock: z.exactOptional(z.strictObject({ overall: clock, category: clock })),
  /** Of shown times; `up` to the second by default, `none` shows tenths. */
  rounding: z.exactOptional(z.enum(['none', 'up', 'down'])),
  /** Places of equal times: 1, 1, 3 by default; `dense` 1, 1, 2; `shown` compares rounded times. */
  ties: z.exactOptional(z.enum(['share', 'dense', 'shown'])),
  /** From the start; the setting by default. */
  earliestFinish: z.exactOptional(span),
  /** The closing of the finish, from the start. */
  limit: z.exactOptional(span),
  /** The closing of the finish for everybody, as for a visit. */
  closesAt: z.exactOptional(span),
  /** `laps`: most laps until `limit` first, then the soonest last one. */
  rankedBy: z.exactOptional(z.enum(['time', 'laps'])),
  /** The time of each lap against the clock, from the gun (RULES.md RK16). */
  lapEvery: z.exactOptional(span),
  /** False for early starters and walkers, who have no places. */
  isRanked: z.exactOptional(z.boolean()),
  /** Entries start one by one (RULES.md ST12). */
  hasOwnStarts: z.exactOptional(z.boolean()),
  /** Its tab opens first; by default the first distance. */
  isMain: z.exactOptional(z.boolean()),
});

const bib = wholeNumber(1, 999_999);
const who = z.strictObject({
  categories: codesOf(120),
  bibs: z.exactOptional(list(z.tuple([bib, bib]), 50, 1)),
});
/** Runners with their own gun, which is in `starts` of the settings. */
const wave = z.strictObject({
  /** Unlike any code of a distance: both name a start. */
  id,
  name,
  distance: code,
  /** Entries that name no wave belong to it by these. */
  who: z.exactOptional(who),
});

const age = wholeNumber(0, 119);
/** Ages are whole years, both ends included. */
const category = z.strictObject({
  code,
  name: z.exactOptional(name),
  sexes,
  from: z.exactOptional(age),
  to: z.exactOptional(age),
  /** Its own age day, `01-01`, in the year of the race. */
  ageDay: z.exactOptional(day),
});
const categories = z.strictObject({
  /** The day that determines ages. */
  ageOn: z.discriminatedUnion('rule', [
    z.strictObject({ rule: z.literal('race-day') }),
    /** The last day of the year of the race. */
    z.strictObject({ rule: z.literal('year-end') }),
    /** A day of the year of the race, `10-01`. */
    z.strictObject({ rule: z.literal('day'), day }),
    /** The last such day, `08-31`, not after the race, for a season that begins the next day. */
    z.strictObject({ rule: z.literal('season'), day }),
  ]),
  table: list(category, 120),
});

const prize = z.strictObject({
  name,
  /** Codes; all by default. */
  distances: codesOf(12),
  places: wholeNumber(1, 100),
  sexes: z.exactOptional(sexes),
  categories: codesOf(120),
  clubs: z.exactOptional(list(name, 50, 1)),
  /** Ranked by a segment instead of the finish. */
  segment: z.exactOptional(code),
  /** Its winner takes no later exclusive prize (RULES.md PZ4). */
  isExclusive: z.boolean(),
});

const team = z.strictObject({
  name,
  distances: codesOf(12),
  sexes: z.exactOptional(sexes),
  /** The counting members, and the least number of women among them. */
  count: wholeNumber(1, 50),
  leastWomen: z.exactOptional(wholeNumber(0, 50)),
  /** The sum of places or of times; `relay`: of the times of its legs. */
  by: z.enum(['place', 'time', 'relay']),
  /** Unlimited by default. */
  perClub: z.exactOptional(wholeNumber(1, 100)),
});

/**
 * A race as data (RULES.md RD1). This form checks each field alone, `race-setup-checks.ts` the document as a whole;
 * `courses.ts` derives the rest. Lengths are metres, spans `HH:MM:SS`.
 */
export const raceSetup = z.strictObject({
  /** Unknown versions are refused. */
  version: z.literal(1),
  template: id,
  /** In the order of the `wayPoints` setting, which names the checkpoints. */
  points: list(point, 60, 2),
  courses: list(course, 12, 1),
  /** In the order of `komsMs`. */
  segments: list(segment, 20),
  /** In the order of their tabs. */
  distances: list(distance, 12, 1),
  waves: list(wave, 60),
  categories,
  /** In the order of their announcement. */
  prizes: list(prize, 60),
  teams: list(team, 20),
});
