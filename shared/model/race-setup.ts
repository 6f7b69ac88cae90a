/**
 * A race as data: its points, courses, distances, starts, categories, prizes and teams (RULES.md RD1). It says what a
 * race is, never how it goes: what was read, decided and set on the day stands elsewhere. `race-setup-schema.ts` says
 * which documents are one; `courses.ts` what follows from it. Lengths are metres, times of day `YYYY-MM-DD-HH-mm-ss`
 * on the clocks of the race, spans `HH:MM:SS`.
 */
export interface RaceSetup {
  /** The form of the document, which a release that does not know it refuses. */
  readonly version: 1;
  /** The name of the template that it was made from. */
  readonly template: string;
  /** In the order in which the `wayPoints` setting names those of kind `checkpoint`. */
  readonly points: readonly PointSetup[];
  readonly courses: readonly CourseSetup[];
  /** Timed parts of a course, such as climbs, each with a ranking of its own, in the order of `komsMs`. */
  readonly segments: readonly SegmentSetup[];
  /** In the order of their tabs. */
  readonly distances: readonly DistanceSetup[];
  /** Groups that start apart from the rest of their distance. */
  readonly waves: readonly WaveSetup[];
  readonly categories: CategoryScheme;
  /** In the order in which they are spoken. */
  readonly prizes: readonly PrizeSetup[];
  readonly teams: readonly TeamSetup[];
}

/** A place where wristbands are read. Every race has one of kind `start` and one of kind `finish`, with these as ids. */
export interface PointSetup {
  /** What scanners call it: small letters, digits and dashes, with a letter among them. */
  readonly id: string;
  /** What people call it; empty for its id in capitals. Without commas. */
  readonly name: string;
  /** `segment`: it times a segment, and is no stage of a course. */
  readonly kind: 'start' | 'checkpoint' | 'segment' | 'finish';
  /** The scanners that feed it, of which the main ones go before the backups (RULES.md MB1). */
  readonly sources?: readonly SourceSetup[];
  /** Which read of one passing counts: the first if nothing is said, at a start the last in any case. */
  readonly pick?: 'first' | 'last';
}

export interface SourceSetup {
  /** Its `--source`. */
  readonly source: string;
  readonly line: 'main' | 'backup';
}

export interface CourseSetup {
  readonly id: string;
  readonly name: string;
  /** From start to finish. */
  readonly lengthM?: number;
  readonly climbM?: number;
  /** Between start and finish, in order. A point that comes again is passed again: a loop, or a lap. */
  readonly visits: readonly VisitSetup[];
  /** The ground along the way, for the picture of the course; as a file of the way says it (SCREENS.md SS11). */
  readonly profile?: CourseProfile;
}

export interface VisitSetup {
  readonly point: string;
  /** What this visit is called where its point comes several times. */
  readonly label?: string;
  /** How far from the start. */
  readonly atM?: number;
  readonly climbM?: number;
  /** Less than this after the visit before nobody can be here (RULES.md VS2), more than that nobody is. */
  readonly leastLeg?: string;
  readonly mostLeg?: string;
  /** How long after the start the point closes. */
  readonly cutOff?: string;
  /** Whether spectators see it; they do if nothing is said. */
  readonly isPublic?: boolean;
}

export interface CourseProfile {
  /** Pairs of metres from the start and metres above the sea, 400 at most, in order. */
  readonly heights: readonly (readonly [atM: number, heightM: number])[];
}

export interface SegmentSetup {
  /** Of its tab, too. */
  readonly code: string;
  readonly label: string;
  /** From the first read at one point to the next at the other. */
  readonly from: string;
  readonly to: string;
}

export interface DistanceSetup {
  /** In the record, on the wire and in addresses. */
  readonly code: string;
  /** Without commas. */
  readonly name: string;
  readonly course: string;
  /** The codes of the segments that are run on it. */
  readonly segments: readonly string[];
  /** Which time ranks; the setting `timing` where nothing is said. */
  readonly clock?: { readonly overall: Clock; readonly category: Clock };
  /** How times are shown: rounded up to the second if nothing is said. `none` shows tenths. They are ranked by the millisecond. */
  readonly rounding?: Rounding;
  /** What equal times do to places: 1, 1, 3 if nothing is said; `dense` 1, 1, 2; `shown` compares the times as they are shown. */
  readonly ties?: 'share' | 'dense' | 'shown';
  /** How long after the start nobody can have finished; the setting where nothing is said. */
  readonly earliestFinish?: string;
  /** How long after the start the finish closes. */
  readonly limit?: string;
  /** `laps`: who has run most of them until `limit` is first, then who had run them soonest. */
  readonly rankedBy?: 'time' | 'laps';
  /** Early starters and walkers are listed, and have no places. */
  readonly isRanked?: boolean;
  /** Entries start one after the other, each at their own time (RULES.md ST12). */
  readonly hasOwnStarts?: boolean;
  /** Its tab opens first; of none said so, that of the first. */
  readonly isMain?: boolean;
}

export type Clock = 'gun' | 'chip';

export type Rounding = 'none' | 'up' | 'down';

/** Who starts with a gun of their own: `starts` of the settings has it by the id. */
export interface WaveSetup {
  /** No code of a distance either: both name a start. */
  readonly id: string;
  readonly name: string;
  readonly distance: string;
  /** Everybody whose entry names the wave, and of those who name none these. */
  readonly who?: { readonly categories?: readonly string[]; readonly bibs?: readonly BibRange[] };
}
export type BibRange = readonly [from: number, to: number];

export const SEXES = ['F', 'M', 'X'] as const;
export type Sex = (typeof SEXES)[number];

export interface CategoryScheme {
  /** The day on which the age counts. */
  readonly ageOn:
    | { readonly rule: 'race-day' }
    /** On the last day of the year of the race. */
    | { readonly rule: 'year-end' }
    /** On a day of the year of the race, `10-01`. */
    | { readonly rule: 'day'; readonly day: string }
    /** On the last such day, `08-31`, not after the race: of a season that begins the day after. */
    | { readonly rule: 'season'; readonly day: string };
  readonly table: readonly CategorySetup[];
}

/** Ages are whole years, both ends included; each sex has one category at most for each age. */
export interface CategorySetup {
  readonly code: string;
  readonly name?: string;
  readonly sexes: readonly Sex[];
  readonly from?: number;
  readonly to?: number;
  /** A day of the year of the race, `01-01`, on which the age counts for it in place of that of all. */
  readonly ageDay?: string;
}

export interface PrizeSetup {
  readonly name: string;
  /** Codes of distances; all if nothing is said. */
  readonly distances?: readonly string[];
  readonly places: number;
  readonly sexes?: readonly Sex[];
  readonly categories?: readonly string[];
  readonly clubs?: readonly string[];
  /** By a segment in place of the finish. */
  readonly segment?: string;
  /** Who takes it takes no later one that is exclusive as well. */
  readonly isExclusive: boolean;
}

export interface TeamSetup {
  readonly name: string;
  readonly distances?: readonly string[];
  readonly sexes?: readonly Sex[];
  /** How many count. */
  readonly count: number;
  /** How many of these are women at least. */
  readonly leastWomen?: number;
  /** The sum of places or of times; `relay`: each member runs a leg, and the team has the sum of them. */
  readonly by: 'place' | 'time' | 'relay';
  /** How many teams a club may have; as many as it fills if nothing is said. */
  readonly perClub?: number;
}
