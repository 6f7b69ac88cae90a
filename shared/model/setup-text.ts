import { parseJson } from './json-object.ts';
import type { RaceSetup } from './race-setup.ts';

/** A document without the parts for organisers only: sources of points, and closing times (RULES.md RD5). */
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

/** Reads a document that was checked when it was saved; undefined for anything else. */
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
