import * as z from 'zod/mini';

import { type RaceSetup, SEXES } from './race-setup.ts';
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

const source = z.strictObject({ source: name, line: z.enum(['main', 'backup']) });
const point = z.strictObject({
  id,
  name: plainName,
  kind: z.enum(['start', 'checkpoint', 'segment', 'finish']),
  sources: z.exactOptional(list(source, 20)),
  pick: z.exactOptional(z.enum(['first', 'last'])),
});
const visit = z.strictObject({
  point: id,
  label: z.exactOptional(line),
  atM: z.exactOptional(metres),
  climbM: z.exactOptional(metres),
  leastLeg: z.exactOptional(span),
  mostLeg: z.exactOptional(span),
  cutOff: z.exactOptional(span),
  closesAt: z.exactOptional(span),
  isPublic: z.exactOptional(z.boolean()),
});
const height = z.tuple([metres, wholeNumber(-500, 9_000)]);
const course = z.strictObject({
  id,
  name,
  lengthM: z.exactOptional(metres),
  climbM: z.exactOptional(metres),
  visits: list(visit, 200),
  profile: z.exactOptional(z.strictObject({ heights: list(height, 400, 2) })),
});
const segment = z.strictObject({ code, label: plainName.check(z.minLength(1)), from: id, to: id });
const distance = z.strictObject({
  code,
  name: plainName.check(z.minLength(1)),
  course: id,
  segments: list(code, 20),
  clock: z.exactOptional(z.strictObject({ overall: clock, category: clock })),
  rounding: z.exactOptional(z.enum(['none', 'up', 'down'])),
  ties: z.exactOptional(z.enum(['share', 'dense', 'shown'])),
  earliestFinish: z.exactOptional(span),
  limit: z.exactOptional(span),
  closesAt: z.exactOptional(span),
  rankedBy: z.exactOptional(z.enum(['time', 'laps'])),
  lapEvery: z.exactOptional(span),
  isRanked: z.exactOptional(z.boolean()),
  hasOwnStarts: z.exactOptional(z.boolean()),
  isMain: z.exactOptional(z.boolean()),
});
const bib = wholeNumber(1, 999_999);
const who = z.strictObject({
  categories: codesOf(120),
  bibs: z.exactOptional(list(z.tuple([bib, bib]), 50, 1)),
});
const wave = z.strictObject({ id, name, distance: code, who: z.exactOptional(who) });
const age = wholeNumber(0, 119);
const category = z.strictObject({
  code,
  name: z.exactOptional(name),
  sexes,
  from: z.exactOptional(age),
  to: z.exactOptional(age),
  ageDay: z.exactOptional(day),
});
const categories = z.strictObject({
  ageOn: z.discriminatedUnion('rule', [
    z.strictObject({ rule: z.literal('race-day') }),
    z.strictObject({ rule: z.literal('year-end') }),
    z.strictObject({ rule: z.literal('day'), day }),
    z.strictObject({ rule: z.literal('season'), day }),
  ]),
  table: list(category, 120),
});
const prize = z.strictObject({
  name,
  distances: codesOf(12),
  places: wholeNumber(1, 100),
  sexes: z.exactOptional(sexes),
  categories: codesOf(120),
  clubs: z.exactOptional(list(name, 50, 1)),
  segment: z.exactOptional(code),
  isExclusive: z.boolean(),
});
const team = z.strictObject({
  name,
  distances: codesOf(12),
  sexes: z.exactOptional(sexes),
  count: wholeNumber(1, 50),
  leastWomen: z.exactOptional(wholeNumber(0, 50)),
  by: z.enum(['place', 'time', 'relay']),
  perClub: z.exactOptional(wholeNumber(1, 100)),
});
/** The form of a document: each field by itself; `race-setup-checks.ts` checks how they fit together. */
export const raceSetup = z.strictObject({
  version: z.literal(1),
  template: id,
  points: list(point, 60, 2),
  courses: list(course, 12, 1),
  segments: list(segment, 20),
  distances: list(distance, 12, 1),
  waves: list(wave, 60),
  categories,
  prizes: list(prize, 60),
  teams: list(team, 20),
}) satisfies z.ZodMiniType<RaceSetup>;

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
