import type * as z from 'zod/mini';

import { parseJson } from './json-object.ts';
import type { raceSetup } from './race-setup-form.ts';

export const SEXES = ['F', 'M', 'X'] as const;
export type Sex = (typeof SEXES)[number];

type Frozen<T> = { readonly [Key in keyof T]: Frozen<T[Key]> };

/** A race as data, described in the form. */
export type RaceSetup = Frozen<z.infer<typeof raceSetup>>;
export type PointSetup = RaceSetup['points'][number];
export type CourseSetup = RaceSetup['courses'][number];
export type VisitSetup = CourseSetup['visits'][number];
export type CourseProfile = NonNullable<CourseSetup['profile']>;
export type SegmentSetup = RaceSetup['segments'][number];
export type DistanceSetup = RaceSetup['distances'][number];
export type Rounding = NonNullable<DistanceSetup['rounding']>;
export type WaveSetup = RaceSetup['waves'][number];
export type CategoryScheme = RaceSetup['categories'];
export type CategorySetup = CategoryScheme['table'][number];
export type PrizeSetup = RaceSetup['prizes'][number];
export type TeamSetup = RaceSetup['teams'][number];
export type BibRange = NonNullable<NonNullable<WaveSetup['who']>['bibs']>[number];

/** A document without its parts for organisers (RULES.md RD5). */
export function publicSetup(setup: string): string {
  const read = readSetup(setup);
  const hasCutOffs = read?.courses.some(({ visits }) =>
    visits.some(({ cutOff, closesAt }) => cutOff ?? closesAt),
  );
  if (!read || (!hasCutOffs && !read.points.some(({ sources }) => sources))) return setup;
  const points = read.points.map((point) => ({ ...point, sources: undefined }));
  const courses = read.courses.map((course) => ({
    ...course,
    visits: course.visits.map((visit) => ({ ...visit, cutOff: undefined, closesAt: undefined })),
  }));
  return JSON.stringify({ ...read, points, courses });
}

/** Reads a document that was validated when saved; undefined for anything else. */
export function readSetup(text: string): RaceSetup | undefined {
  const setup = parseJson(text) as RaceSetup | null | undefined;
  const lists = [
    setup?.points,
    setup?.courses,
    setup?.segments,
    setup?.distances,
    setup?.waves,
    setup?.categories?.table,
  ];
  return setup?.version === 1 && lists.every(Array.isArray) ? setup : undefined;
}
