/** The code of a distance; `Courses.hasEvent` says whether a race has it. */
export type EventCode = string;

/** The code of a category; `Courses.hasCategory` says whether a race has it. */
export type AgeGroup = string;
