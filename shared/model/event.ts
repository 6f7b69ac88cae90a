/** The code of a distance; `Courses.hasEvent` says whether a race has it. */
export type EventCode = string;
