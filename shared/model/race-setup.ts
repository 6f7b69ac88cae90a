/**
 * A race as data: its points, courses, distances, starts, categories, prizes and teams (RULES.md RD1). It says what a
 * race is, never how it goes: reads, decisions and settings of the day are kept elsewhere. `race-setup-schema.ts` says
 * which documents are valid; `courses.ts` what follows from one. Lengths are metres, times of day `YYYY-MM-DD-HH-mm-ss`
 * in the race's zone, spans `HH:MM:SS`.
 */
export interface RaceSetup {
  /** The version of the form; releases refuse an unknown one. */
  readonly version: 1;
  readonly template: string;
  /** In the order of the `wayPoints` setting, which names those of kind `checkpoint`. */
  readonly points: readonly PointSetup[];
  readonly courses: readonly CourseSetup[];
  /** Timed parts of a course, such as climbs, each with a ranking of its own, in the order of `komsMs`. */
  readonly segments: readonly SegmentSetup[];
  /** In the order of their tabs. */
  readonly distances: readonly DistanceSetup[];
  /** Groups that start apart from the rest of their distance. */
  readonly waves: readonly WaveSetup[];
  readonly categories: CategoryScheme;
  /** In the order in which they are announced. */
  readonly prizes: readonly PrizeSetup[];
  readonly teams: readonly TeamSetup[];
}

/**
 * A place where wristbands are read. Every race has one of kind `start` and one of kind `finish`, with these as ids.
 */
export interface PointSetup {
  /** Its name for scanners: small letters, digits and dashes, with a letter among them. */
  readonly id: string;
  /** Its name for people; empty for its id in capitals. Without commas. */
  readonly name: string;
  /** `segment`: it times a segment, and is no stage of a course. */
  readonly kind: 'start' | 'checkpoint' | 'segment' | 'finish';
  /** The scanners that feed it; main ones take precedence over backups (RULES.md MB1). */
  readonly sources?: readonly SourceSetup[];
  /** Which read of one passing counts: the first by default, at a start always the last. */
  readonly pick?: 'first' | 'last';
}

export interface SourceSetup {
  /** The scanner's `--source`. */
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
  /** The height profile, for the picture of the course; as in the file of its track. */
  readonly profile?: CourseProfile;
}

export interface VisitSetup {
  readonly point: string;
  /** The name of this visit where its point comes several times. */
  readonly label?: string;
  /** From the start. */
  readonly atM?: number;
  readonly climbM?: number;
  /** The shortest possible time since the visit before (RULES.md VS2). */
  readonly leastLeg?: string;
  readonly mostLeg?: string;
  /** How long after the start the point closes. */
  readonly cutOff?: string;
  /** The time of day at which it closes for everybody (RULES.md CU1): `14:00:00`, on the next day `38:00:00`. */
  readonly closesAt?: string;
  /** Whether spectators see it; true by default. */
  readonly isPublic?: boolean;
}

export interface CourseProfile {
  /** Pairs of metres from the start and metres above the sea, 400 at most, in order. */
  readonly heights: readonly (readonly [atM: number, heightM: number])[];
}

export interface SegmentSetup {
  /** Also the name of its tab. */
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
  /** The codes of the segments on its course. */
  readonly segments: readonly string[];
  /** The time that ranks; the setting `timing` by default. */
  readonly clock?: { readonly overall: Clock; readonly category: Clock };
  /**
   * How times are shown: rounded up to the second by default. `none` shows tenths. They are ranked by the millisecond.
   */
  readonly rounding?: Rounding;
  /** The places of equal times: 1, 1, 3 by default; `dense` 1, 1, 2; `shown` compares the times as they are shown. */
  readonly ties?: 'share' | 'dense' | 'shown';
  /** The earliest finish after the start; the setting by default. */
  readonly earliestFinish?: string;
  /** How long after the start the finish closes. */
  readonly limit?: string;
  /** The time of day at which the finish closes for everybody, as that of a visit. */
  readonly closesAt?: string;
  /** `laps`: the most laps until `limit` rank first, then the soonest end of them. */
  readonly rankedBy?: 'time' | 'laps';
  /** Laps against the clock: how long each has, one after the other from the gun (RULES.md RK16). */
  readonly lapEvery?: string;
  /** Early starters and walkers are listed, and have no places. */
  readonly isRanked?: boolean;
  /** Entries start one after the other, each at their own time (RULES.md ST12). */
  readonly hasOwnStarts?: boolean;
  /** Its tab opens first; by default that of the first distance. */
  readonly isMain?: boolean;
}

export type Clock = 'gun' | 'chip';

export type Rounding = 'none' | 'up' | 'down';

/** Runners with a gun of their own: `starts` of the settings has it by the id. */
export interface WaveSetup {
  /** Different from every code of a distance: both name a start. */
  readonly id: string;
  readonly name: string;
  readonly distance: string;
  /** Every entry that names the wave, and among those that name none, these. */
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
    /** On the last such day, `08-31`, not after the race: for a season that begins the day after. */
    | { readonly rule: 'season'; readonly day: string };
  readonly table: readonly CategorySetup[];
}

/** Ages are whole years, both ends included; each sex has at most one category for each age. */
export interface CategorySetup {
  readonly code: string;
  readonly name?: string;
  readonly sexes: readonly Sex[];
  readonly from?: number;
  readonly to?: number;
  /** A day of the year of the race, `01-01`, for its age instead of the day of all categories. */
  readonly ageDay?: string;
}

export interface PrizeSetup {
  readonly name: string;
  /** Codes of distances; all by default. */
  readonly distances?: readonly string[];
  readonly places: number;
  readonly sexes?: readonly Sex[];
  readonly categories?: readonly string[];
  readonly clubs?: readonly string[];
  /** By a segment instead of the finish. */
  readonly segment?: string;
  /** Its winner takes no later exclusive prize. */
  readonly isExclusive: boolean;
}

export interface TeamSetup {
  readonly name: string;
  readonly distances?: readonly string[];
  readonly sexes?: readonly Sex[];
  /** How many members count. */
  readonly count: number;
  /** How many of these are women at least. */
  readonly leastWomen?: number;
  /** The sum of places or of times; `relay`: each member runs a leg, and the team has the sum of them. */
  readonly by: 'place' | 'time' | 'relay';
  /** How many teams a club may have; as many as it fills by default. */
  readonly perClub?: number;
}
