/** The code of a category; `Courses.hasCategory` says whether a race has it. */
export type AgeGroup = string;
